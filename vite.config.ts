import { createHash } from "node:crypto";
import { readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join, sep } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import react from "@vitejs/plugin-react";
import { defineConfig, minify, type Plugin } from "vite";
import { chunkGroups } from "./scripts/build/chunks.ts";
import { firstPaint } from "./scripts/build/first-paint.ts";
import { preloads } from "./scripts/build/preloads.ts";
import { publicPages } from "./scripts/build/public-pages.ts";
import { words } from "./scripts/build/words.ts";
import { appWorker } from "./scripts/build/worker.ts";

const compressible = /\.(?:html|js|css|svg|webmanifest|txt|json)$/;
/** The server finishes these when it starts, and compresses them then. */
const finishedLater = /^(?:pages[\\/]|robots\.txt|index\.html|preloads\.json|worker\.js)/;

/** Two at once: the best compression takes seconds, and as much memory for each file as the file is large. */
const COMPRESSED_AT_ONCE = 2;

/** Writes `.br` and `.gz` beside each text file, so that the server never compresses at run time. */
function precompress(outDir: string): Plugin {
  async function compress(path: string): Promise<void> {
    const bytes = await readFile(path);
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
    await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, quality));
    await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
  }

  return {
    name: "precompress",
    apply: "build",
    async closeBundle() {
      const waiting: { path: string; size: number }[] = [];
      for (const name of await readdir(outDir, { recursive: true })) {
        if (!compressible.test(name) || finishedLater.test(name)) continue;
        const path = join(outDir, name);
        const { size } = await stat(path);
        if (size >= 512) waiting.push({ path, size });
      }
      // The largest first, so that none runs alone at the end.
      waiting.sort((a, b) => b.size - a.size);
      const compressNext = async () => {
        for (let next = waiting.shift(); next; next = waiting.shift()) await compress(next.path);
      };
      await Promise.all(Array.from({ length: COMPRESSED_AT_ONCE }, compressNext));
    },
  };
}

/**
 * Makes the script small that runs before the app's, and gives it a name with a hash, so that a browser which has it
 * doesn't ask for it again. Files of `public/` are copied as they are.
 */
function earlyScript(outDir: string): Plugin {
  const EARLY = "early.js";
  let name = "";
  return {
    name: "early-script",
    apply: "build",
    async buildStart() {
      const { code } = await minify(
        EARLY,
        await readFile(join(import.meta.dirname, "public", EARLY), "utf8"),
      );
      name = `assets/early-${createHash("sha256").update(code).digest("base64url").slice(0, 8)}.js`;
      this.emitFile({ type: "asset", fileName: name, source: code });
    },
    transformIndexHtml: { order: "post", handler: (html) => html.replaceAll(`"/${EARLY}"`, `"/${name}"`) },
    closeBundle: () => rm(join(outDir, EARLY)),
  };
}

/**
 * Parts of pdf.js that it fetches by their names, from `/assets/pdfjs-<version>/`, when a document needs them: how Chinese,
 * Japanese and Korean letters are numbered, the two symbol fonts, and what decodes scans and JPEG 2000 without
 * WebAssembly, which the content security policy doesn't let run.
 */
function pdfjsParts(): Plugin {
  const root = dirname(createRequire(import.meta.url).resolve("pdfjs-dist/package.json"));
  const part =
    /^(?:cmaps\/.+\.bcmap|standard_fonts\/Foxit(?:Dingbats|Symbol)\.pfb|wasm\/.+_nowasm_fallback\.js)$/;
  const listParts = async () =>
    (await readdir(root, { recursive: true })).filter((name) => part.test(name.split(sep).join("/")));
  const address = async () => {
    const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
    return `assets/pdfjs-${version}/`;
  };
  return {
    name: "pdfjs-parts",
    async generateBundle() {
      const place = await address();
      for (const name of await listParts()) {
        const source = await readFile(join(root, name));
        this.emitFile({ type: "asset", fileName: `${place}${basename(name)}`, source });
      }
    },
    async configureServer({ middlewares }) {
      const parts = new Map((await listParts()).map((name) => [`/${basename(name)}`, join(root, name)]));
      middlewares.use(`/${await address()}`, async ({ url = "" }, response, next) => {
        const path = parts.get(url.split("?")[0]!);
        if (!path) return next();
        if (path.endsWith(".js")) response.setHeader("Content-Type", "text/javascript");
        response.end(await readFile(path));
      });
    },
  };
}

const OUT = process.env.BUILD_OUT ?? "dist/client";

export default defineConfig({
  plugins: [
    words(),
    react(),
    pdfjsParts(),
    firstPaint(),
    preloads(),
    publicPages(OUT),
    earlyScript(OUT),
    appWorker(OUT),
    precompress(OUT),
  ],
  // The worker loads its parts with import(), which only a module may everywhere.
  worker: { format: "es" },
  build: {
    outDir: OUT,
    emptyOutDir: true,
    sourcemap: false,
    reportCompressedSize: false,
    target: "es2022",
    // Inlined assets would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Of 6,000 icons only those that are used are read: a third of the memory (docs/decisions/0081).
    rolldownOptions: {
      experimental: { lazyBarrel: true },
      // A room's list of public names does nothing itself: who imports one name doesn't load the others.
      treeshake: { moduleSideEffects: [{ test: /\/client\/public\.ts$/, sideEffects: false }] },
      output: { codeSplitting: { groups: chunkGroups(import.meta.dirname) } },
    },
  },
});
