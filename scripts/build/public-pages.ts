import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type EnvironmentModuleNode, type Plugin, type ViteDevServer } from "vite";

/** Renders the public pages. Its styles, in the order of its imports, become those of the pages. */
const RENDERER = "app/public/render.tsx";
const TEMPLATE = "public.html";

type Renderer = {
  PUBLIC_PATHS: readonly string[];
  renderPage(path: string): { head: string; body: string };
  renderSitemap(): string;
};

/**
 * Prerenders each public page as an HTML file in `pages/`, so that it needs no script
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
          if (!renderer.PUBLIC_PATHS.includes(path)) return next();
          const template = await readFile(join(server.config.root, TEMPLATE), "utf8");
          const html = fill(template, renderer.renderPage(path), await styleLinks(server));
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
  await mkdir(join(outDir, "pages"));
  for (const path of renderer.PUBLIC_PATHS) {
    const file = join(outDir, "pages", `${path === "/" ? "index" : path.slice(1)}.html`);
    await writeFile(file, fill(template, renderer.renderPage(path), links));
  }
  await writeFile(join(outDir, "sitemap.xml"), renderer.renderSitemap());
  await rm(join(outDir, TEMPLATE));
}

function named(assets: string[], pattern: RegExp): string[] {
  const found = assets.filter((name) => pattern.test(name));
  if (found.length === 0) throw new Error(`The public pages have no asset like ${pattern}.`);
  return found;
}

function fill(template: string, { head, body }: { head: string; body: string }, links: string): string {
  return template.replace("<!--head-->", () => `${head}\n    ${links}`).replace("<!--body-->", () => body);
}

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
