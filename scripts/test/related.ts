import { dirname } from "node:path";
import { importsOf } from "../structure/imports.ts";

type Choice = { changed: readonly string[]; rooms: readonly string[] };

const isTest = (file: string) => /\.test\.tsx?$/.test(file);

/** The rooms of these files. */
export const roomsOf = (files: readonly string[]): string[] => [
  ...new Set(files.flatMap((file) => file.match(/^features\/([^/]+)\//)?.[1] ?? [])),
];

/**
 * Tests of the changed files or rooms: those beside them, all of their rooms, and those that import them. Import
 * chains stop at the registry and at test helpers, which connect everything with everything.
 */
export function testsOf(sources: ReadonlyMap<string, string>, { changed, rooms }: Choice): string[] {
  const touched = new Set(changed.filter((file) => sources.has(file)));
  const importers = new Map<string, string[]>();
  if (touched.size > 0) {
    for (const [path, text] of sources) {
      for (const { file, typeOnly } of importsOf(path, text)) {
        if (file && !typeOnly) importers.set(file, [...(importers.get(file) ?? []), path]);
      }
    }
  }
  const reached = new Set(touched);
  for (const file of reached) {
    if (!touched.has(file) && isHub(file)) continue;
    for (const importer of importers.get(file) ?? []) reached.add(importer);
  }
  const folders = new Set([...touched].map(dirname));
  const ofRooms = new Set([...rooms, ...roomsOf(changed)]);
  return [...sources.keys()]
    .filter(
      (file) =>
        isTest(file) &&
        (reached.has(file) ||
          folders.has(dirname(file)) ||
          roomsOf([file]).some((room) => ofRooms.has(room))),
    )
    .sort();
}

const isHub = (file: string) => /^(registry|test)\//.test(file) && !isTest(file);

/** Changed browser tests, and the one with the name of a room. */
export function browserSpecsOf(sources: ReadonlyMap<string, string>, { changed, rooms }: Choice): string[] {
  const ofRooms = rooms.map((room) => `e2e/${room}.spec.ts`);
  const specs = [...changed.filter((file) => file.endsWith(".spec.ts")), ...ofRooms];
  return [...new Set(specs)].filter((file) => sources.has(file)).sort();
}
