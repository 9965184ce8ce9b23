import { createHash } from "node:crypto";
import { relative, sep } from "node:path";
import type { Plugin, Rolldown } from "vite";
import { ALL } from "../../server/http/app_page.ts";
import { compileMessages, listBuiltLanguages } from "../../server/words/read.ts";
import { collectRooms, getFolder } from "./words.ts";

/** What every page loads. */
const ENTRY = "app/main.tsx";

/** What every screen of a signed-in person loads. */
const FRAME = "app/layouts/signed-in-layout.tsx";

/** What every screen but home loads. */
const KIT = "app/theme/kit.tsx";

/** What every screen of a notebook loads. */
const NOTEBOOK = [KIT, "app/care/notebook-gate.tsx"];

/** The addresses of screens that few people open. */
const RARE = "app/routes/rare-screens.ts";

/** Parts of a screen that most people have there, but not those who have just begun. */
const PARTS: Record<string, string[]> = { "/home": ["app/home/today-parts.ts", "app/home/news-strip.tsx"] };

/** The modules that the screens at an address load with `import()`; addresses as in server/http/page_paths.ts. */
const SCREENS: Record<string, string[]> = {
  "/home": ["app/home/home-route.tsx"],
  "/tasks": [KIT, "app/tasks/tasks-route.tsx"],
  "/calendar": [KIT, "app/calendar/calendar-route.tsx"],
  "/account": [KIT, RARE, "app/auth/account-route.tsx"],
  "/care": [KIT, "app/care/notebook-list-route.tsx"],
  "/care/$id": [...NOTEBOOK, "app/care/note-list-route.tsx"],
  "/care/$id/note/$note": [...NOTEBOOK, "app/care/note-route.tsx"],
  "/care/$id/doses": [...NOTEBOOK, "app/care/doses-route.tsx"],
  "/care/$id/medications": [...NOTEBOOK, "app/care/medications-route.tsx"],
  "/care/$id/handover": [...NOTEBOOK, "app/care/handover-route.tsx"],
  "/care/$id/plans": [...NOTEBOOK, RARE, "app/care/plans-route.tsx"],
  "/care/$id/members": [...NOTEBOOK, RARE, "app/care/members-route.tsx"],
  "/care/$id/info": [...NOTEBOOK, RARE, "app/care/info-route.tsx"],
  "/care/$id/visit": [...NOTEBOOK, RARE, "features/visits/screens/visit.tsx"],
  "/care/$id/programs": [...NOTEBOOK, RARE, "features/programs/screens/program-list.tsx"],
};

/**
 * Writes `preloads.json`: for the addresses that people open most, all files of their screens and those of {@link PARTS};
 * and for each a file with all texts of them.
 * The server names them in the page (server/http/app_page.ts), so that they load together with the app's start instead
 * of after it.
 */
export function preloads(): Plugin {
  let root = "";
  return {
    name: "preloads",
    apply: "build",
    configResolved(config) {
      root = config.root;
    },
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
      const byModule = new Map<string, Rolldown.OutputChunk>();
      for (const chunk of chunks) {
        for (const id of chunk.moduleIds) byModule.set(relative(root, id).split(sep).join("/"), chunk);
      }
      const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
      const findChunk = (module: string) => {
        const chunk = byModule.get(module);
        if (!chunk)
          throw new Error(`scripts/build/preloads.ts names ${module}, which the client doesn't load`);
        return chunk;
      };
      const roomsOf = (files: readonly string[]) =>
        collectRooms(files.flatMap((file) => byFile.get(file.slice(1))?.moduleIds ?? []));
      const languages = listBuiltLanguages().map((language) => ({ language, folder: getFolder(language) }));
      // One file for all rooms of a screen: each request of its own would delay the first paint on a slow line.
      const writeTexts = (rooms: string[]): string => {
        const name = `screen-${createHash("sha256").update(rooms.join(" ")).digest("hex").slice(0, 8)}`;
        for (const { language, folder } of languages) {
          const texts = Object.fromEntries(rooms.map((room) => [room, compileMessages(language, room)]));
          this.emitFile({
            type: "asset",
            fileName: `${folder}${name}.json`,
            source: JSON.stringify(texts),
          });
        }
        return name;
      };
      const start = filesOf([findChunk(ENTRY)], byFile);
      const ofStart = writeTexts(roomsOf(start));
      const list = Object.entries(SCREENS).map(([path, modules]) => {
        const files = filesOf([FRAME, ...modules].map(findChunk), byFile);
        const parts = filesOf((PARTS[path] ?? []).map(findChunk), byFile);
        return [
          path,
          {
            files,
            parts: parts.filter((file) => !files.includes(file)),
            texts: writeTexts(roomsOf([...start, ...files])),
            textsWithParts: writeTexts(roomsOf([...start, ...files, ...parts])),
          },
        ];
      });
      this.emitFile({
        type: "asset",
        fileName: "preloads.json",
        source: JSON.stringify({
          ...Object.fromEntries(list),
          [ALL]: { files: [], parts: [], texts: ofStart, textsWithParts: ofStart },
        }),
      });
    },
  };
}

/** The files of these chunks and of all that they import, with their styles. */
export function filesOf(chunks: Rolldown.OutputChunk[], byFile: Map<string, Rolldown.OutputChunk>): string[] {
  const found = new Set(chunks);
  for (const chunk of found) {
    for (const imported of chunk.imports) {
      const other = byFile.get(imported);
      if (other) found.add(other);
    }
  }
  const styles = [...found].flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]);
  return [...[...found].map(({ fileName }) => fileName), ...new Set(styles)].map((file) => `/${file}`);
}
