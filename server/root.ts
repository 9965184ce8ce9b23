import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * The folder of the project. Files that the server reads are named from here, since its own modules may be one bundle
 * in `dist/server`.
 */
export const ROOT = nearestProject(import.meta.dirname);

function nearestProject(directory: string): string {
  return existsSync(join(directory, "package.json")) ? directory : nearestProject(dirname(directory));
}
