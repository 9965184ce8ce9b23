import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

const compressible = /\.(?:html|js|css|svg|webmanifest|txt|json)$/;

/** Writes `.br` and `.gz` beside each text file, so that the server never compresses at run time. */
function precompress(outDir: string): Plugin {
  return {
    name: "precompress",
    apply: "build",
    async closeBundle() {
      const names = await readdir(outDir, { recursive: true });
      for (const name of names.filter((candidate) => compressible.test(candidate))) {
        const path = join(outDir, name);
        if ((await stat(path)).size < 512) continue;
        const bytes = await readFile(path);
        const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
        await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, quality));
        await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
      }
    },
  };
}

/**
 * A room's `rules.ts` is pure by contract: marks what it computes at load as droppable, so that a screen
 * that takes only a label from it doesn't carry the schema library (25 kB gzip) into the first load.
 */
function pureRules(): Plugin {
  return {
    name: "pure-rules",
    apply: "build",
    enforce: "post",
    transform(code, id) {
      if (!/\/features\/[^/]+\/rules\.ts$/.test(id)) return null;
      const values = this.parse(code).body.flatMap((statement) => {
        const declared = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
        if (declared?.type !== "VariableDeclaration") return [];
        return declared.declarations.flatMap(({ init }) => (init?.type === "CallExpression" ? [init] : []));
      });
      const marked = values.reduceRight(
        (text, { start, end }) =>
          `${text.slice(0, start)}/* @__PURE__ */ (() => ${text.slice(start, end)})()${text.slice(end)}`,
        code,
      );
      return { code: marked, map: null };
    },
  };
}

export default defineConfig({
  plugins: [react(), pureRules(), precompress("dist/client")],
  build: {
    outDir: "dist/client",
    emptyOutDir: true,
    sourcemap: false,
    target: "es2022",
    // Inlined assets would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
