import { existsSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../root.ts";

/**
 * The operator's command in the way this server was installed, for hints that people copy:
 * `carediary admin doctor` of a release archive, `npm run admin -- doctor` of the sources.
 */
export const formatOperatorCommand = (words: string): string => `${PREFIX} ${words}`;

const PREFIX = prefixIn(ROOT, existsSync);

/** @param root the folder of the project or of the release archive, which holds the program `carediary` */
export function prefixIn(root: string, exists: (path: string) => boolean): string {
  const program = join(root, "carediary");
  if (!exists(program)) return "npm run admin --";
  // A shell outside of the container has no such program.
  return exists("/.dockerenv") ? `docker compose exec carediary ${program} admin` : "carediary admin";
}
