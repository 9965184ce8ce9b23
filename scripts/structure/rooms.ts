import { findCircles } from "./circles.ts";
import type { Import } from "./imports.ts";

/** The room of a file: its folder of features/; null for all other files. */
export const getRoom = (path: string): string | null => path.match(/^features\/([^/]+)\//)?.[1] ?? null;

/** An import of one room by another, types included. */
type Arrow = { file: string; imported: string };

/** By room and by the room that it imports: those imports. A room that imports none is in it too. */
export type RoomArrows = ReadonlyMap<string, ReadonlyMap<string, readonly Arrow[]>>;

/** The imports of rooms by each other, types included; tests may import anything. */
export function readRoomArrows(sources: Iterable<{ path: string; imports: readonly Import[] }>): RoomArrows {
  const rooms = new Map<string, Map<string, Arrow[]>>();
  for (const { path, imports } of sources) {
    const room = getRoom(path);
    if (room === null || /\.test\.tsx?$/.test(path)) continue;
    const others = rooms.get(room) ?? new Map<string, Arrow[]>();
    rooms.set(room, others);
    for (const { file } of imports) {
      const other = file && getRoom(file);
      if (file && other && other !== room)
        others.set(other, [...(others.get(other) ?? []), { file: path, imported: file }]);
    }
  }
  return rooms;
}

/** Groups of rooms that import each other in a circle, the largest first. */
export const findRoomCircles = (arrows: RoomArrows): string[][] =>
  findCircles(new Map([...arrows].map(([room, others]) => [room, [...others.keys()]]))).sort(
    (a, b) => b.length - a.length,
  );

/** The imports of one room by another in a circle that are the fewest: most often those that closed it. */
export function findFewestArrows(arrows: RoomArrows, circle: readonly string[]): readonly Arrow[] {
  const inCircle = circle.flatMap((room) =>
    circle.flatMap((other) => {
      const all = arrows.get(room)?.get(other);
      return all ? [all] : [];
    }),
  );
  return inCircle.reduce((fewest, each) => (each.length < fewest.length ? each : fewest));
}
