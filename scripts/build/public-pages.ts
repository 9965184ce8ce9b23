import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type EnvironmentModuleNode, type Plugin, type ViteDevServer } from "vite";
import type { Texts } from "../../lib/words/t.ts";
import { listCompleteLanguages } from "../../server/words/read.ts";
import { readTexts } from "../../server/words/texts.ts";

/** Renders the public pages. Its styles, in the order of its imports, become those of the pages. */
const RENDERER = "app/public/render.tsx";
const TEMPLATE = "public.html";

type PublicLanguages = ReturnType<typeof listCompleteLanguages>;

type Renderer = {
  PUBLIC_PATHS: readonly string[];
  getLanguageAddress(language: string, path: string): string;
  provideTexts(provider: () => Texts): void;
  renderPage(path: string, languages: PublicLanguages): { head: string; body: string };
  renderSitemap(languages: PublicLanguages): string;
};

/**
 * Prerenders each public page in each complete language as an HTML file in `pages/`, so that it needs no script
 * (docs/how/public-pages.md). In development they are rendered on request.
 */
export function publicPages(outDir: string): Plugin {
  return {
    name: "public-pages",
    config: () => ({ build: { rollupOptions: { input: ["index.html", TEMPLATE] } } }),
    configureServer(server) {
      server.middlewares.use(async (request, response, next) => {
        const path = (request.url ?? "").split("?", 1)[0]!;
        try {
          const renderer = (await server.ssrLoadModule(`/${RENDERER}`)) as Renderer;
          const languages = listCompleteLanguages();
          const page = listPages(renderer, languages).find(({ address }) => address === path);
          if (!page) return next();
          const template = await readFile(join(server.config.root, TEMPLATE), "utf8");
          const html = page.render(template, await styleLinks(server));
          response.setHeader("Content-Type", "text/html; charset=utf-8");
          response.end(await server.transformIndexHtml(path, html));
        } catch (error) {
          next(error);
        }
      });
    },
    writeBundle: {
      order: "pre",
      sequential: true,
      async handler() {
        const place = join(outDir, "..", "public-pages");
        try {
          await write(outDir, place);
        } finally {
          await rm(place, { recursive: true, force: true });
        }
      },
    },
  };
}

async function write(outDir: string, place: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: "error",
    // Bundles only the icons that are used; other packages are loaded as installed.
    ssr: { noExternal: ["@tabler/icons-react"] },
    build: {
      rolldownOptions: { experimental: { lazyBarrel: true } },
      ssr: RENDERER,
      outDir: place,
      copyPublicDir: false,
      ssrEmitAssets: true,
      cssMinify: true,
      assetsInlineLimit: 0,
      rollupOptions: { output: { entryFileNames: "render.js" } },
    },
  });
  const renderer: Renderer = await import(pathToFileURL(join(place, "render.js")).href);
  const assets = await readdir(join(place, "assets"));
  await cp(join(place, "assets"), join(outDir, "assets"), { recursive: true });
  const links = [
    // The fonts of the first paint, preloaded with the styles instead of after them.
    ...named(assets, /-latin-wght-normal-.*\.woff2$/).map(
      (name) => `<link rel="preload" href="/assets/${name}" as="font" type="font/woff2" crossorigin />`,
    ),
    ...named(assets, /\.css$/).map((name) => `<link rel="stylesheet" href="/assets/${name}" />`),
  ].join("\n    ");
  const template = await readFile(join(outDir, TEMPLATE), "utf8");
  const languages = listCompleteLanguages();
  for (const { address, render } of listPages(renderer, languages)) {
    const file = join(outDir, "pages", `${address === "/" ? "index" : address.slice(1)}.html`);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, render(template, links));
  }
  await writeFile(join(outDir, "sitemap.xml"), renderer.renderSitemap(languages));
  await rm(join(outDir, TEMPLATE));
}

function named(assets: string[], pattern: RegExp): string[] {
  const found = assets.filter((name) => pattern.test(name));
  if (found.length === 0) throw new Error(`The public pages have no asset like ${pattern}.`);
  return found;
}

/** All pages in all languages: their addresses, and functions that render them into the template with links to styles. */
const listPages = (renderer: Renderer, languages: PublicLanguages) =>
  languages.flatMap(({ code }) => {
    const texts = readTexts(code);
    return renderer.PUBLIC_PATHS.map((path) => ({
      address: renderer.getLanguageAddress(code, path),
      render(template: string, links: string): string {
        renderer.provideTexts(() => texts);
        const { head, body } = renderer.renderPage(path, languages);
        return template
          .replace('<html lang="en">', `<html lang="${code}" dir="${texts.direction}">`)
          .replace("<!--head-->", () => `${head}\n    ${links}`)
          .replace("<!--body-->", () => body);
      },
    }));
  });

/** The style sheets that the renderer has imported, for a page in development. */
async function styleLinks(server: ViteDevServer): Promise<string> {
  const { moduleGraph } = server.environments.ssr;
  const seen = new Set<EnvironmentModuleNode>();
  const visit = (node: EnvironmentModuleNode | undefined) => {
    if (!node || seen.has(node)) return;
    seen.add(node);
    for (const imported of node.importedModules) visit(imported);
  };
  visit(await moduleGraph.getModuleByUrl(`/${RENDERER}`));
  return [...seen]
    .filter(({ file }) => file?.endsWith(".css"))
    .map(({ url }) => `<link rel="stylesheet" href="${url}" />`)
    .join("\n    ");
}
