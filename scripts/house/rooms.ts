import { importsOf } from "../structure/imports.ts";
import { findRoomCircles, readRoomArrows } from "../structure/rooms.ts";

export type Rooms = {
  names: string[];
  /** Rooms that import each other in a circle, the largest first. */
  circles: string[][];
  /** Pairs of rooms that import each other, "a, b". */
  pairs: string[];
};

/** The rooms of the product and how they import each other, types included. */
export function readRooms(files: ReadonlyMap<string, string>): Rooms {
  const arrows = readRoomArrows(
    [...files]
      .filter(([path]) => path.startsWith("features/"))
      .map(([path, text]) => ({ path, imports: importsOf(path, text) })),
  );
  const names = [...arrows.keys()].sort();
  const pairs = names.flatMap((one) =>
    [...arrows.get(one)!.keys()]
      .filter((other) => one < other && arrows.get(other)?.has(one))
      .map((other) => `${one}, ${other}`),
  );
  return { names, circles: findRoomCircles(arrows), pairs };
}
