import type { CallOf } from "./calls.ts";
import { newComment, secretComment } from "./comment_world.ts";
import { letters, missing, noteCases } from "./note_calls.ts";
import type { World } from "./world.ts";

type Args = Record<string, unknown>;
type Target = (world: World) => { targetType: string; targetId: string };

const onNote = (id: string) => ({ targetType: "note", targetId: id });

/** Everything that can be commented on, and something that can't. */
const targets: Record<string, Target> = {
  ...Object.fromEntries(
    Object.entries(noteCases).map(([name, letter]) => [name, ({ notes }: World) => onNote(notes[letter].id)]),
  ),
  "the team's encrypted list": ({ lists }) => onNote(lists.T.id),
  "a task without a note": ({ comments }) => comments.task.free,
  "a task of the team's note that the viewer is to do": ({ comments }) => comments.task.team,
  "a task of the author's private note": ({ comments }) => comments.task.private,
  "a program without a note": ({ comments }) => comments.program.free,
  "a program of the team's note": ({ comments }) => comments.program.team,
  "a program of the owner's private note": ({ comments }) => comments.program.private,
  "a task that is taken for a note": ({ comments }) => onNote(comments.task.free.targetId),
  "something that doesn't exist": () => onNote(missing()),
  "something that isn't an id": () => onNote("x"),
};

const forTargets = (args: (target: Args, world: World) => Args) =>
  Object.fromEntries(
    Object.entries(targets).map(([name, target]) => [name, (world: World) => args(target(world), world)]),
  );

const change = (name: string, letter: string) => (world: World) => ({
  commentId: world.comments.ids[name],
  // The changed text is as secret as before.
  content: `${secretComment(letter)} ${performance.now()}`,
});

export const COMMENT_CALLS: Record<string, CallOf> = {
  "comments.listComments": {
    cases: forTargets((target) => target),
    tell: (list: { _id: string }[], { comments }) =>
      letters(
        list.map(({ _id }) => _id),
        Object.fromEntries(Object.entries(comments.ids).map(([letter, id]) => [id, letter])),
      ),
  },
  "comments.createComment": {
    cases: {
      ...forTargets((target, { diaryId }) => ({ ...target, diaryId, content: "Seen." })),
      "everyone's note, for oneself": ({ diaryId, notes }) => ({
        ...onNote(notes.E.id),
        diaryId,
        content: "Seen.",
        visibility: "private",
      }),
      "everyone's note as if it were in another notebook": ({ elsewhereId, notes }) => ({
        ...onNote(notes.E.id),
        diaryId: elsewhereId,
        content: "Seen.",
      }),
      "everyone's note, mentioning the outsider": ({ diaryId, notes, actors }) => ({
        ...onNote(notes.E.id),
        diaryId,
        content: "Seen.",
        mentions: [actors.outsider.userId],
      }),
    },
    effect: "select true as ok from comments where id = $1 and created_by = $2",
  },
  "comments.updateComment": {
    cases: {
      "the author's for everyone": change("e", "E"),
      "the viewer's for the team": change("v", "V"),
      "the owner's private one": change("o", "O"),
      "the author's on their private note": change("b", "P"),
      "the author's on an encrypted list": change("d", "T"),
      "the viewer's on a task": change("h", "V"),
      "the removed member's": change("r", "R"),
      "a comment that doesn't exist": () => ({ commentId: missing(), content: "?" }),
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
      "a comment that doesn't exist": () => ({ commentId: missing() }),
      "something that isn't an id": () => ({ commentId: "x" }),
    },
    effect: `select $1::text is null and a.actor_id = $2 and not exists (
               select from comments c where c.id::text = a.target_id) as ok
               from audit_events a where event_type = 'comment.deleted' order by a.id desc limit 1`,
  },
};
