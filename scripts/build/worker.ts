import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { normalizePath, type Plugin, type Rolldown } from "vite";
import { filesOf } from "./preloads.ts";

/** The parts of the service worker, in the order in which they become one script. */
const PARTS = ["app.js", "share.js", "push.js", "changes.js"];
const FOLDER = "app/worker";

/** The screens that are kept first: the start, sign-in, home, notes, tasks and doses. */
const CORE = [
  "app/main.tsx",
  "app/layouts/signed-in-layout.tsx",
  "app/theme/kit.tsx",
  "app/auth/sign-in-route.tsx",
  "app/home/home-route.tsx",
  "app/home/today-doses.tsx",
  "app/tasks/tasks-route.tsx",
  "app/care/notebook-gate.tsx",
  "app/care/note-list-route.tsx",
  "app/care/note-route.tsx",
  "app/care/doses-route.tsx",
];

/** The most that the core may have, compressed with gzip. */
const CORE_BYTES = 400_000;

/** Screens that need the server anyway, or that few people open: they are never kept, and nor is what only they load. */
const NOT_KEPT = /\/(?:app|features)\/(?:admin|public|invitations)\/|pdf|\/app\/auth\/clerk/;

/** A file of texts, without those of the back-office; the first group is its language. */
const TEXTS = /^assets\/words\/([\w-]+)-[\w-]{8}\/(?!admin|firstadmin)/;

/** The settings of the worker, with the files of texts by language; the server completes `page` (server/http/app_worker.ts). */
type App = {
  build: string;
  version: string;
  page: string;
  core: string[];
  rest: string[];
  texts: Record<string, string[]>;
};

/**
 * Writes `worker.js`: the service worker's parts as one script, with the list of files that it keeps. In development the
 * worker keeps none.
 */
export function appWorker(outDir: string): Plugin {
  let root = "";
  const readParts = () => Promise.all(PARTS.map((name) => readFile(join(root, FOLDER, name), "utf8")));
  let app: Omit<App, "version"> | undefined;
  return {
    name: "app-worker",
    configResolved(config) {
      root = config.root;
    },
    configureServer({ middlewares }) {
      middlewares.use("/worker.js", async (_request, response) => {
        response.setHeader("Content-Type", "text/javascript");
        response.end(["const APP = null;", ...(await readParts())].join("\n"));
      });
    },
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
      const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
      const findChunk = (module: string) => {
        const path = normalizePath(join(root, module));
        const found = chunks.find(({ moduleIds }) => moduleIds.some((id) => normalizePath(id) === path));
        if (!found) throw new Error(`scripts/build/worker.ts names ${module}, which the client doesn't load`);
        return found;
      };
      const fonts = Object.keys(bundle).filter((name) => name.endsWith(".woff2"));
      const toUrls = (names: string[]) => names.map((name) => `/${name}`);
      // Letters of rarer languages are drawn by another font until theirs is there.
      const common = fonts.filter((name) => !name.includes("-latin-ext-"));
      const core = new Set([...filesOf(CORE.map(findChunk), byFile), ...toUrls(common)]);
      const all = filesOf(listKept(findChunk("app/main.tsx"), byFile), byFile);
      const rest = [...all, ...toUrls(fonts)].filter((file) => !core.has(file));
      const words = Object.keys(bundle).filter((name) => TEXTS.test(name));
      const byLanguage = Map.groupBy(words, (name) => TEXTS.exec(name)![1]!);
      const texts = Object.fromEntries([...byLanguage].map(([language, names]) => [language, toUrls(names)]));
      app = { build: `/${findChunk("app/main.tsx").fileName}`, page: "", core: [...core], rest, texts };
    },
    writeBundle: {
      sequential: true,
      async handler() {
        if (!app) throw new Error("The list of the app's files is missing");
        const page = await readFile(join(outDir, "index.html"), "utf8");
        const early = page.match(/(?<=<script src=")[^"]+/g) ?? [];
        const core = [...early, ...app.core];
        await checkSize(outDir, core);
        const parts = await readParts();
        const version = createHash("sha256")
          .update(JSON.stringify([page, core, app.rest, app.texts, parts]))
          .digest("hex")
          .slice(0, 12);
        const settings: App = { ...app, core, version };
        await writeFile(
          join(outDir, "worker.js"),
          [`const APP = ${JSON.stringify(settings)};`, ...parts].join("\n"),
        );
      },
    },
  };
}

/** The chunks that are loaded by this one at any time, without those of {@link NOT_KEPT}. */
function listKept(start: Rolldown.OutputChunk, byFile: Map<string, Rolldown.OutputChunk>) {
  const found = new Set([start]);
  for (const chunk of found) {
    for (const name of [...chunk.imports, ...chunk.dynamicImports]) {
      const other = byFile.get(name);
      if (other && !(other.facadeModuleId && NOT_KEPT.test(normalizePath(other.facadeModuleId))))
        found.add(other);
    }
  }
  return [...found];
}

async function checkSize(outDir: string, files: string[]): Promise<void> {
  const sizes = await Promise.all(
    files.map(async (file) => (await promisify(gzip)(await readFile(join(outDir, file)))).length),
  );
  const sum = sizes.reduce((a, b) => a + b, 0);
  if (sum > CORE_BYTES)
    throw new Error(`What opens without a server has ${sum} bytes instead of at most ${CORE_BYTES}`);
}
