import { createHash } from "node:crypto";
import type { Plugin } from "vite";
import { writeManifest } from "../../server/words/manifest.ts";
import {
  compileMessages,
  listBuiltLanguages,
  listRooms,
  readLanguage,
  readMessages,
  SERVER_ROOMS,
  WORDS,
} from "../../server/words/read.ts";

const VIRTUAL = "virtual:words/";
/** A key, as calls and lists name it. */
const KEYS = /["'`]([a-z]+)\.([a-zA-Z\d]+)["'`]/g;

/** An example in a comment is no use. */
const COMMENTS = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm;

/** The rooms of which a module uses texts. */
export function findRooms(code: string): string[] {
  const byRoom = Map.groupBy(code.replace(COMMENTS, "").matchAll(KEYS), ([, room]) => room!);
  if (byRoom.size === 0) return [];
  return listRooms().filter((room) => {
    const keys = byRoom.get(room);
    const messages = keys && readMessages("en", room);
    return keys?.some(([, , name]) => name! in messages!);
  });
}

/** The room whose texts a module of the build loads; null for any other module. */
export const getRoom = (moduleId: string): string | null =>
  moduleId.startsWith(`\0${VIRTUAL}`) ? moduleId.slice(VIRTUAL.length + 1) : null;

/** The rooms whose texts these modules of a build load. */
export const collectRooms = (moduleIds: readonly string[]): string[] =>
  [...new Set(moduleIds)].flatMap((id) => getRoom(id) ?? []).sort();

/**
 * Texts of the client: a module that uses texts of a room has them loaded, in the page's language; what loads a screen or a
 * part waits for them (`waitForTexts`). `inline` is a language whose texts come with the script instead.
 */
export function words({ inline }: { inline?: string } = {}): Plugin {
  let paths: Record<string, string> = {};
  return {
    name: "words",
    buildStart() {
      paths = Object.fromEntries(listBuiltLanguages().map((language) => [language, getFolder(language)]));
    },
    resolveId: (id) => (id.startsWith(VIRTUAL) ? `\0${id}` : null),
    load(id) {
      const room = getRoom(id);
      if (room === null) return null;
      if (SERVER_ROOMS.includes(room)) throw new Error(`A module of the client uses texts of ${room}`);
      if (inline)
        return `import { addRoom } from "/lib/words/loaded.ts";
addRoom(${JSON.stringify(room)}, ${JSON.stringify(compileMessages(inline, room))});`;
      return `import { loadRoom } from "/lib/words/loaded.ts";
loadRoom(${JSON.stringify(room)});`;
    },
    transform(code, id, options) {
      // The public pages, in development: their renderer gets all texts.
      if (options?.ssr) return null;
      if (!/\.tsx?$/.test(id) || id.includes("node_modules")) return null;
      const rooms = findRooms(code);
      if (rooms.length === 0) return null;
      return { code: `${rooms.map((room) => `import "${VIRTUAL}${room}";`).join("")}${code}`, map: null };
    },
    generateBundle() {
      if (inline) return;
      for (const language of listBuiltLanguages().filter((each) => each !== "en"))
        this.emitFile({
          type: "asset",
          fileName: `manifest.${language}.webmanifest`,
          source: writeManifest(language),
        });
      for (const language of listBuiltLanguages())
        for (const room of listRooms().filter((each) => !SERVER_ROOMS.includes(each)))
          this.emitFile({
            type: "asset",
            fileName: `${paths[language]}${room}.json`,
            source: JSON.stringify(compileMessages(language, room)),
          });
    },
    transformIndexHtml(html) {
      const all = Object.fromEntries(
        Object.entries(paths).map(([language, path]) => [
          language,
          { ...readLanguage(language), path: `/${path}` },
        ]),
      );
      return html.replace(
        "<!--languages-->",
        `<script type="application/json" id="languages">${JSON.stringify(all)}</script>`,
      );
    },
    configureServer({ middlewares, watcher }) {
      watcher.add(WORDS);
      middlewares.use((request, response, next) => {
        const [, ofManifest] = /^\/manifest\.([\w-]+)\.webmanifest$/.exec(request.url ?? "") ?? [];
        if (ofManifest) {
          response.setHeader("Content-Type", "application/manifest+json");
          return response.end(writeManifest(ofManifest));
        }
        const [, language, room] =
          /^\/assets\/words\/([\w-]+?)-[\w-]{8}\/(\w+)\.json$/.exec(request.url ?? "") ?? [];
        if (!language || !room) return next();
        response.setHeader("Content-Type", "application/json");
        response.end(JSON.stringify(compileMessages(language, room)));
      });
    },
  };
}

/** The folder of a language in the build: its name changes with any of its texts. */
export function getFolder(language: string): string {
  const all = listRooms().map((room) => [room, compileMessages(language, room)]);
  const hash = createHash("sha256").update(JSON.stringify(all)).digest("base64url").slice(0, 8);
  return `assets/words/${language}-${hash}/`;
}
