import { v7 as uuidv7 } from "uuid";
import { createComment, insertDiaryProgram, insertTask, type TestPerson } from "../people.ts";
import type { Service } from "../service.ts";
import type { Principal } from "./expected.ts";
import type { World } from "./world.ts";

type TargetType = "note" | "task" | "program";
type Target = { targetType: TargetType; targetId: string };
type Visibility = "private" | "team" | "extended";

/** The comments of the world by letters of their own, and the tasks and programs that some of them are on. */
export type Comments = {
  ids: Record<string, string>;
  task: Record<"free" | "team" | "private", Target>;
  program: Record<"free" | "team" | "private", Target>;
};

/**
 * The secret text of a comment for the readers of that letter: as in `expected.ts`, V is what the viewer told the
 * team.
 */
export const secretComment = (letter: string): string => `Hush: canary-${letter}-comment`;

/** Comments on everything, by everybody, including one whose visibility is wider than its note's. */
export async function makeComments(
  {
    service,
    diaryId,
    notes,
    lists,
    actors,
  }: Pick<World, "service" | "diaryId" | "notes" | "lists" | "actors">,
  someoneOf: (name: Principal) => TestPerson,
): Promise<Comments> {
  const owner = actors.owner.userId!;
  const task = async (options: Parameters<typeof insertTask>[3]): Promise<Target> => ({
    targetType: "task",
    targetId: await insertTask(service, diaryId, owner, options),
  });
  const program = async (noteId: string | null): Promise<Target> => ({
    targetType: "program",
    targetId: await insertDiaryProgram(service, diaryId, owner, noteId),
  });
  const noteTarget = (note: { id: string }): Target => ({ targetType: "note", targetId: note.id });
  const tasks = {
    free: await task({}),
    team: await task({ noteId: notes.T.id, assignedTo: actors.viewer.userId }),
    private: await task({ noteId: notes.P.id }),
  };
  const programs = {
    free: await program(null),
    team: await program(notes.T.id),
    private: await program(notes.O.id),
  };
  const ids: Record<string, string> = {};
  const addComment = async (
    name: string,
    who: Principal,
    target: Target,
    letter: string,
    visibility?: Visibility,
  ) => {
    const text = { content: secretComment(letter), ...(visibility && { visibility }) };
    ids[name] = await createComment(someoneOf(who), diaryId, target.targetId, {
      ...text,
      targetType: target.targetType,
    });
  };
  await addComment("e", "author", noteTarget(notes.E), "E");
  await addComment("t", "caregiver", noteTarget(notes.E), "T", "team");
  await addComment("p", "author", noteTarget(notes.E), "P", "private");
  await addComment("o", "owner", noteTarget(notes.E), "O", "private");
  await addComment("r", "removed member", noteTarget(notes.E), "R", "private");
  await addComment("v", "viewer", noteTarget(notes.E), "V", "team");
  await addComment("a", "caregiver", noteTarget(notes.T), "T");
  await addComment("b", "author", noteTarget(notes.P), "P");
  await addComment("c", "owner", noteTarget(notes.O), "O");
  await addComment("d", "author", noteTarget(lists.T), "T");
  await addComment("f", "viewer", tasks.free, "E");
  await addComment("g", "caregiver", tasks.team, "T");
  await addComment("h", "viewer", tasks.team, "V");
  await addComment("i", "author", tasks.private, "P");
  await addComment("j", "caregiver", programs.free, "E");
  await addComment("k", "caregiver", programs.team, "T");
  await addComment("l", "owner", programs.private, "O");
  await service.database.pool.query("update comments set visibility = 'extended' where id = any($1)", [
    [ids.b, ids.i],
  ]);
  return { ids, task: tasks, program: programs };
}

/** Creates a comment to be deleted; returns its id. */
export async function newComment(
  { service, diaryId, notes, actors }: World,
  author: Principal,
  note: "E" | "P",
  visibility: Visibility,
): Promise<string> {
  return insertComment(service, {
    diaryId,
    noteId: notes[note].id,
    visibility,
    createdBy: actors[author].userId!,
  });
}

async function insertComment(
  { database }: Service,
  comment: { diaryId: string; noteId: string; visibility: Visibility; createdBy: string },
): Promise<string> {
  const id = uuidv7();
  await database.pool.query(
    "insert into comments (id, diary_id, note_id, content, visibility, created_by) values ($1, $2, $3, 'Gone soon', $4, $5)",
    [id, comment.diaryId, comment.noteId, comment.visibility, comment.createdBy],
  );
  return id;
}
