import { findCircles } from "../structure/circles.ts";
import { importsOf } from "../structure/imports.ts";

const getRoom = (path: string): string | null => path.match(/^features\/([^/]+)\//)?.[1] ?? null;

export type Rooms = {
  names: string[];
  /** Rooms that import each other in a circle, the largest first. */
  circles: string[][];
  /** Pairs of rooms that import each other, "a, b". */
  pairs: string[];
};

/** The rooms of the product and how they import each other, types included. */
export function readRooms(files: ReadonlyMap<string, string>): Rooms {
  const imports = new Map<string, Set<string>>();
  for (const [path, text] of files) {
    const room = getRoom(path);
    if (room === null || /\.test\.tsx?$/.test(path)) continue;
    const others = imports.get(room) ?? new Set();
    imports.set(room, others);
    for (const { file } of importsOf(path, text)) {
      const other = file && getRoom(file);
      if (other && other !== room) others.add(other);
    }
  }
  const names = [...imports.keys()].sort();
  const circles = findCircles(new Map([...imports].map(([room, others]) => [room, [...others]])));
  const pairs = names.flatMap((one) =>
    [...imports.get(one)!]
      .filter((other) => one < other && imports.get(other)?.has(one))
      .map((other) => `${one}, ${other}`),
  );
  return { names, circles: circles.sort((a, b) => b.length - a.length), pairs };
}
