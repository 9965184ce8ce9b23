import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ResizeFit, Transformer } from "@napi-rs/image";

// `npm run icons` draws `public/icons` from `public/favicon.svg`: systems that install the app want PNG files.

const PUBLIC = join(import.meta.dirname, "..", "public");
const ICONS = join(PUBLIC, "icons");

const sign = await readFile(join(PUBLIC, "favicon.svg"), "utf8");
/** Without rounded corners: the system cuts it to its own shape. The book lies within the middle four fifths. */
const filled = sign.replace(' rx="8"', "");
/** For the status bar of Android, which shows only what isn't transparent: the book with its heart cut out. */
const outline = sign
  .replace(/<rect[^>]*\/>/, "")
  .replace(
    /<path d="([^"]+)" fill="#fffdf9"\/><path d="([^"]+)" fill="[^"]+"\/>/,
    '<path d="$1 $2" fill="#fff" fill-rule="evenodd"/>',
  );

/** @param background behind the edges of the picture; without it they are transparent */
async function draw(name: string, svg: string, size: number, background?: string): Promise<void> {
  const sized = svg.replace("<svg ", `<svg width="${size}" height="${size}" `);
  const drawn = Transformer.fromSvg(sized, background);
  const png = await drawn.resize(size, size, undefined, ResizeFit.Fill).png();
  await writeFile(join(ICONS, name), png);
}

await mkdir(ICONS, { recursive: true });
await draw("icon-192.png", sign, 192);
await draw("icon-512.png", sign, 512);
await draw("maskable-512.png", filled, 512, "#0b6b66");
await draw("apple-touch-180.png", filled, 180, "#0b6b66");
await draw("badge-96.png", outline, 96);
