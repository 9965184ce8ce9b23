import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Plugin } from "vite";

const PLACE = "<!--first-paint-->";
const DARK = /:root\[data-mantine-color-scheme="dark"\] (\{[^}]*\})/;

/**
 * Inlines the palette and the styles of the page's skeleton into index.html, and moves the built style sheets behind
 * the skeleton, whose first paint they would block. The device's colour scheme applies until the script that knows
 * the person's own choice has loaded.
 */
export function firstPaint(): Plugin {
  let root = "";
  return {
    name: "first-paint",
    configResolved(config) {
      root = config.root;
    },
    transformIndexHtml: {
      order: "post",
      async handler(html) {
        if (!html.includes(PLACE)) return html;
        const entries = html.match(/<script type="module"/g) ?? [];
        if (entries.length !== 1)
          throw new Error(`index.html has ${entries.length} entry scripts instead of one`);
        const read = (name: string) => readFile(join(root, "app", "theme", name), "utf8");
        const [tokens, styles] = await Promise.all([read("tokens.css"), read("first-paint.css")]);
        const dark = DARK.exec(tokens)?.[1];
        if (!dark) throw new Error("app/theme/tokens.css has no dark palette");
        const device = `@media (prefers-color-scheme: dark) { :root:not([data-mantine-color-scheme]) ${dark} }`;
        const sheets: string[] = [];
        const page = html.replace(/\s*<link rel="stylesheet"[^>]*>/g, (link) => {
          sheets.push(link);
          return "";
        });
        return page
          .replace(PLACE, () => `<style>${small(tokens + device + styles)}</style>`)
          .replace("</body>", () => `${sheets.join("")}\n  </body>`);
      },
    },
  };
}

/** Removes comments and the white space that CSS doesn't need. */
function small(css: string): string {
  return css
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/\s+/g, " ")
    .replace(/ ?([{};,]) ?/g, "$1");
}
