import { toPattern } from "./page_paths.ts";

/** In place of an address: what each page needs. */
export const ALL = "*";

/**
 * By address of a page (`/care/$id`), the paths of files that its screen needs first, of those that it needs for most
 * people, and its file of texts without and with those. `public/early.js` loads the latter two: parts where the browser has needed them before,
 * texts in its language.
 */
export type Preloads = Record<
  string,
  { files: string[]; parts: string[]; texts: string; textsWithParts: string }
>;

/** The app's page, as the server sends it. */
export type AppPage = {
  /** Identifies the build of the client: the address of its entry script. Null without a client. */
  build: string | null;
  html: string;
  /** The page at some addresses, for people who are probably signed in. */
  signedIn: { pattern: RegExp; html: string }[];
};

/** The entry script of a built page; its name changes with everything that it imports. */
const ENTRY_SCRIPT = /<script type="module"[^>]* src="([^"]+)"/;
const PLACE_OF_SETTINGS = "<!--settings-->";
const PLACE_OF_PRELOADS = "</head>";

/**
 * Puts data into the built page that the app would otherwise request only once its script runs: the server's settings,
 * and for the addresses in `preloads` the files of their screens and that there is probably a session. Each saves a
 * round trip until the screen is there. None of it belongs to a person: the page is the same for all with a session.
 */
export function finishPage(
  built: string,
  preloads: Preloads,
  settingsOf: (build: string | null) => unknown,
): AppPage {
  const build = ENTRY_SCRIPT.exec(built)?.[1] ?? null;
  // In a script's text `<` could end the script.
  const settings = JSON.stringify(settingsOf(build)).replaceAll("<", "\\u003c");
  const addSettings = (data: string) =>
    built.replace(
      PLACE_OF_SETTINGS,
      () => `<script type="application/json" id="settings"${data}>${settings}</script>`,
    );
  const { [ALL]: all, ...screens } = preloads;
  const html = addSettings(all ? ` data-texts="${all.texts}" data-texts-with-parts="${all.texts}"` : "");
  const signedIn = Object.entries(screens).map(([path, { files, parts, texts, textsWithParts }]) => ({
    pattern: toPattern(path),
    html: addSettings(
      ` data-session data-parts="${parts.join(" ")}" data-texts="${texts}" data-texts-with-parts="${textsWithParts}"`,
    ).replace(
      PLACE_OF_PRELOADS,
      () =>
        files
          .filter((file) => !html.includes(file))
          .map(linkTo)
          .join("") + PLACE_OF_PRELOADS,
    ),
  }));
  return { build, html, signedIn };
}

function linkTo(file: string): string {
  return file.endsWith(".css")
    ? `<link rel="preload" as="style" crossorigin href="${file}">`
    : `<link rel="modulepreload" crossorigin href="${file}">`;
}
