import type { Violation } from "./rules.ts";

/** Texts that survive minification and occur only in server packages. */
export const SERVER_MARKERS: { packageName: string; text: RegExp }[] = [
  { packageName: "Node", text: /["'`]node:(fs|net|http|crypto|child_process)["'`/]/ },
  { packageName: "kysely", text: /kysely_migration/ },
  { packageName: "pg", text: /SCRAM-SHA-256/ },
  { packageName: "graphile-worker", text: /graphile_worker/ },
  { packageName: "nodemailer", text: /nodemailer/i },
  { packageName: "better-auth", text: /internalAdapter/ },
  { packageName: "pino", text: /pino\.final|thread-stream/ },
];

/** Server packages in the built client, by file. */
export function findServerCode(files: ReadonlyMap<string, string>): Violation[] {
  return [...files].flatMap(([file, text]) =>
    SERVER_MARKERS.filter((marker) => marker.text.test(text)).map(({ packageName, text: marker }) => ({
      rule: "client-without-server",
      why: "The built client contains no server package: it would be large, and would show how the server works.",
      file,
      detail: `holds code of ${packageName} (${marker})`,
    })),
  );
}
