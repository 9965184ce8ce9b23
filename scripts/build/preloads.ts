import { relative, sep } from "node:path";
import type { Plugin, Rolldown } from "vite";

/** What every screen of a signed-in person loads. */
const FRAME = "app/layouts/signed-in-layout.tsx";

/** The modules that the screens at an address load with `import()`; addresses as in server/http/page-paths.ts. */
const SCREENS: Record<string, string[]> = {
  "/home": ["app/home/home-route.tsx"],
  "/tasks": ["app/tasks/tasks-route.tsx"],
  "/calendar": ["app/calendar/calendar-route.tsx"],
  "/care": ["app/care/notebook-list-route.tsx"],
  "/care/$id": ["app/care/notebook-gate.tsx", "app/care/note-list-route.tsx"],
  "/care/$id/note/$note": ["app/care/notebook-gate.tsx", "app/care/note-route.tsx"],
};

/**
 * Writes `preloads.json`: for the addresses that people open most, all files of their screens. The server names them
 * in the page (server/http/app-page.ts), so that they load together with the app's start instead of after it.
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
      const list = Object.entries(SCREENS).map(([path, modules]) => {
        const found = [FRAME, ...modules].map((module) => {
          const chunk = byModule.get(module);
          if (!chunk)
            throw new Error(`scripts/build/preloads.ts names ${module}, which the client doesn't load`);
          return chunk;
        });
        return [path, filesOf(found, byFile)];
      });
      this.emitFile({
        type: "asset",
        fileName: "preloads.json",
        source: JSON.stringify(Object.fromEntries(list)),
      });
    },
  };
}

/** The files of these chunks and of all that they import, with their styles. */
function filesOf(chunks: Rolldown.OutputChunk[], byFile: Map<string, Rolldown.OutputChunk>): string[] {
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
