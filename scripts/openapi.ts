// Writes docs/openapi.json, the description of the functions over HTTP that a server also serves at
// /api/openapi.json.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { functions } from "../registry/functions.ts";
import { describeApi } from "../server/functions/openapi.ts";

const FILE = join(import.meta.dirname, "..", "docs", "openapi.json");

await writeFile(FILE, `${JSON.stringify(describeApi(functions), null, 2)}\n`);
