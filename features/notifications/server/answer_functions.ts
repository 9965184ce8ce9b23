import { z } from "zod";
import { CareError } from "../../../lib/errors.ts";
import { person } from "../../../server/access/gate.ts";
import { action, mutation } from "../../../server/functions/define.ts";
import { pressMoment } from "../rules/later.ts";
import { NOTIFICATION_MESSAGES } from "../rules/messages.ts";
import * as schema from "../schema.ts";
import { readAnswerToken } from "./deliver/answer_tokens.ts";
import { findMessageTask, snoozeMessage } from "./inbox/answer_data.ts";
import { getSubjectRoom } from "./subject_rooms.ts";

const message = z.object({ deviceId: z.string(), tag: z.string() });
/** `pressedAt` in epoch ms. */
const pressedMessage = message.extend({ pressedAt: z.number() });

/** The step of `answerMessage` that finds the task. */
const findTask = mutation({
  args: message,
  returns: z.object({ taskId: z.string().nullable(), isDoneByOneself: z.boolean() }),
  access: person(),
  handler: ({ db, access }, shown) => findMessageTask(db, access.userId, shown),
});

/** The step of `answerMessage` that puts off. */
const snooze = mutation({
  args: pressedMessage,
  returns: z.object({ laterUntil: z.number().nullable() }),
  access: person(),
  handler: ({ db, access, now }, { pressedAt, ...shown }) =>
    snoozeMessage(db, access.userId, shown, { pressedAt, now }),
});

/**
 * Answers a message on the caller's device with the token that came in it: its task is done, or it is snoozed. Settled
 * subjects stay unchanged. An action, because the token is checked with this server's key.
 */
export const answerMessage = action({
  ...schema.answerMessage,
  access: person(),
  handler: async ({ run, outgoing, now }, { messageToken, answer, waitedMs = 0 }) => {
    const answered = readAnswerToken(outgoing, messageToken, now.getTime());
    if (answered === null) throw new CareError("not-found", NOTIFICATION_MESSAGES.notFound);
    const { madeAt, ...shown } = answered;
    if (answer === "later") {
      const pressedAt = pressMoment({ waitedMs, madeAt, now: now.getTime() });
      const { laterUntil } = await run(snooze, { ...shown, pressedAt });
      return { outcome: laterUntil === null ? ("over" as const) : ("later" as const), laterUntil };
    }
    const { taskId, isDoneByOneself } = await run(findTask, shown);
    // An answer whose outcome was lost is sent again.
    if (isDoneByOneself) return { outcome: "done" as const, laterUntil: null };
    if (taskId === null) return { outcome: "over" as const, laterUntil: null };
    await getSubjectRoom("task").complete(run, taskId);
    return { outcome: "done" as const, laterUntil: null };
  },
});
