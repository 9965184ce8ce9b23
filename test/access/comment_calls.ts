import type { FunctionSweep } from "./calls.ts";
import { newComment, secretComment } from "./comment_world.ts";
import { joinLetters, missingId, noteCases } from "./note_calls.ts";
import type { World } from "./world.ts";

type Args = Record<string, unknown>;
type Target = (world: World) => { targetType: string; targetId: string };

const noteTarget = (id: string) => ({ targetType: "note", targetId: id });

/** Everything that can be commented on, and something that can't. */
const targets: Record<string, Target> = {
  ...Object.fromEntries(
    Object.entries(noteCases).map(([name, letter]) => [
      name,
      ({ notes }: World) => noteTarget(notes[letter].id),
    ]),
  ),
  "the team's encrypted list": ({ lists }) => noteTarget(lists.T.id),
  "a task without a note": ({ comments }) => comments.task.free,
  "a task of the team's note that the viewer is to do": ({ comments }) => comments.task.team,
  "a task of the author's private note": ({ comments }) => comments.task.private,
  "a program without a note": ({ comments }) => comments.program.free,
  "a program of the team's note": ({ comments }) => comments.program.team,
  "a program of the owner's private note": ({ comments }) => comments.program.private,
  "a task that is taken for a note": ({ comments }) => noteTarget(comments.task.free.targetId),
  "something that doesn't exist": () => noteTarget(missingId()),
  "something that isn't an id": () => noteTarget("x"),
};

export const casesPerTarget = (args: (target: Args, world: World) => Args) =>
  Object.fromEntries(
    Object.entries(targets).map(([name, target]) => [name, (world: World) => args(target(world), world)]),
  );

const changeComment = (name: string, letter: string) => (world: World) => ({
  commentId: world.comments.ids[name],
  // The changed text is as secret as before.
  content: `${secretComment(letter)} ${performance.now()}`,
});

export const COMMENT_CALLS: Record<string, FunctionSweep> = {
  "comments.listComments": {
    cases: casesPerTarget((target) => target),
    summarize: (list: { _id: string }[], { comments }) =>
      joinLetters(
        list.map(({ _id }) => _id),
        Object.fromEntries(Object.entries(comments.ids).map(([letter, id]) => [id, letter])),
      ),
  },
  "comments.createComment": {
    cases: {
      ...casesPerTarget((target, { diaryId }) => ({ ...target, diaryId, content: "Seen." })),
      "everyone's note, for oneself": ({ diaryId, notes }) => ({
        ...noteTarget(notes.E.id),
        diaryId,
        content: "Seen.",
        visibility: "private",
      }),
      "everyone's note as if it were in another notebook": ({ elsewhereId, notes }) => ({
        ...noteTarget(notes.E.id),
        diaryId: elsewhereId,
        content: "Seen.",
      }),
      "everyone's note, mentioning the outsider": ({ diaryId, notes, actors }) => ({
        ...noteTarget(notes.E.id),
        diaryId,
        content: "Seen.",
        mentions: [actors.outsider.userId],
      }),
    },
    effect: "select true as ok from comments where id = $1 and created_by = $2",
  },
  "comments.updateComment": {
    cases: {
      "the author's for everyone": changeComment("e", "E"),
      "the viewer's for the team": changeComment("v", "V"),
      "the owner's private one": changeComment("o", "O"),
      "the author's on their private note": changeComment("b", "P"),
      "the author's on an encrypted list": changeComment("d", "T"),
      "the viewer's on a task": changeComment("h", "V"),
      "the removed member's": changeComment("r", "R"),
      "a comment that doesn't exist": () => ({ commentId: missingId(), content: "?" }),
      "something that isn't an id": () => ({ commentId: "x", content: "?" }),
    },
    effect: `select $1::text is null and updated_at > created_at as ok from comments
              where created_by = $2 order by updated_at desc limit 1`,
  },
  "comments.deleteComment": {
    cases: {
      "a caregiver's for everyone": async (world) => ({
        commentId: await newComment(world, "caregiver", "E", "extended"),
      }),
      "a viewer's for the team": async (world) => ({
        commentId: await newComment(world, "viewer", "E", "team"),
      }),
      "a caregiver's private one": async (world) => ({
        commentId: await newComment(world, "caregiver", "E", "private"),
      }),
      "the author's on their private note": async (world) => ({
        commentId: await newComment(world, "author", "P", "extended"),
      }),
      "a comment that doesn't exist": () => ({ commentId: missingId() }),
      "something that isn't an id": () => ({ commentId: "x" }),
    },
    effect: `select $1::text is null and a.actor_id = $2 and not exists (
               select from comments c where c.id::text = a.target_id) as ok
               from audit_events a where event_type = 'comment.deleted' order by a.id desc limit 1`,
  },
};
