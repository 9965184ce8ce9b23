import type { Page } from "@playwright/test";
import { api } from "../../lib/api.ts";
import { addMember, notebookOf, type Person } from "./people.ts";
import type { RunningNode } from "./running-node.ts";
import { readCall } from "./sync-call.ts";

type Visibility = "private" | "team" | "extended";

/** A note to comment on, and its address. */
export type Discussed = { diaryId: string; noteId: string; path: string };

/** A notebook with a note that all of its members see; the other people are its caregivers. */
export async function discussedNote(
  node: RunningNode,
  owner: Person,
  others: Person[] = [],
  visibility: Visibility = "extended",
): Promise<Discussed> {
  const { _id: diaryId, shortId } = await notebookOf(owner);
  for (const other of others) await addMember(node, diaryId, other, "member");
  return { diaryId, ...(await noteIn(owner, { diaryId, shortId }, visibility)) };
}

export async function noteIn(
  author: Person,
  notebook: { diaryId: string; shortId: string },
  visibility: Visibility,
): Promise<{ noteId: string; path: string }> {
  const noteId = await author.http.mutation(api.notes.createNote, {
    diaryId: notebook.diaryId,
    type: "default",
    title: "A quiet morning",
    content: "Ate half a slice of toast.",
    noteDate: Date.now(),
    visibility,
    tags: [],
  });
  const note = await author.http.query(api.notes.getNote, { noteId });
  return { noteId, path: `/care/${notebook.shortId}/note/${note!.shortId}` };
}

/** Adds a comment without a browser; returns its id. */
export const say = (
  author: Person,
  { diaryId, noteId }: Pick<Discussed, "diaryId" | "noteId">,
  content: string,
  more: { visibility?: Visibility; mentions?: string[] } = {},
): Promise<string> =>
  author.http.mutation(api.comments.createComment, {
    diaryId,
    targetType: "note",
    targetId: noteId,
    content,
    ...more,
  });

export const commentField = (page: Page) => page.getByLabel("Write a comment");

/** The comment with this text. */
export const commentBy = (page: Page, text: string) => page.getByRole("listitem").filter({ hasText: text });

/** Records the name of every mutation that a page sends. Call it before the page connects. */
export function mutationsOf(page: Page): string[] {
  const sent: string[] = [];
  page.on("websocket", (socket) =>
    socket.on("framesent", ({ payload }) => {
      const { type, udfPath } = readCall(payload);
      if (type === "Mutation") sent.push(udfPath!);
    }),
  );
  return sent;
}
