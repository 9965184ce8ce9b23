/**
 * `node scripts/proxies.ts`: writes the list of secret paths into the examples for nginx and Caddy. A test says when they
 * differ.
 */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { SECRET_PATTERN } from "../server/http/secret_paths.ts";
import { ROOT } from "../server/root.ts";

for (const name of ["nginx.conf", "Caddyfile"]) {
  const file = join(ROOT, "packaging", name);
  const text = await readFile(file, "utf8");
  await writeFile(file, text.replaceAll(/SECRETS|\(\?:\/api\/[^)]*\)/g, SECRET_PATTERN));
}
