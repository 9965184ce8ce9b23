import { CareError } from "../../../lib/errors.ts";
import type { NotebookAction } from "../../../server/access/permissions.ts";
import type { AnyExportKind } from "../../../server/exports.ts";
import type { Room } from "../../../server/rooms.ts";
import { EXPORT_MESSAGES } from "../rules.ts";

/** The kinds of exports, by their names. */
export type Kinds = ReadonlyMap<string, AnyExportKind>;

export const getKinds = (rooms: readonly Pick<Room, "exports">[]): Kinds =>
  new Map(rooms.flatMap((room) => room.exports ?? []).map((kind) => [kind.name, kind]));

/** A kind by its name; an error for a name that none has. */
export function findExportKind(kinds: Kinds, name: string): AnyExportKind {
  const kind = kinds.get(name);
  if (!kind) throw new CareError("invalid", EXPORT_MESSAGES.kind, { path: "kind" });
  return kind;
}

/** The actions that functions on any of these kinds look up. */
export function getActions(
  kinds: Iterable<AnyExportKind>,
  use: "make" | "delete",
): NotebookAction | NotebookAction[] {
  const actions = [...new Set([...kinds].map((kind) => kind.actions[use]))];
  return actions.length === 1 ? actions[0]! : actions;
}
