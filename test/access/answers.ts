import { ConvexError } from "convex/values";
import { t } from "../../lib/words/t.ts";

const REFUSALS: Record<string, string> = {
  '{"code":"unauthenticated","message":"Not authenticated"}': "signin",
  '{"code":"unknown-user","message":"User not found"}': "unknown",
  '{"code":"access-denied","message":"Access denied"}': "denied",
  '{"code":"conflict","message":"The owner cannot be removed"}': "kept",
  '{"code":"invalid","message":"Only people who can see this comment can be mentioned","path":"mentions"}':
    "unseen",
  '{"code":"invalid","message":"Only members of this notebook can be mentioned","path":"mentions"}': "unseen",
  '{"code":"conflict","message":"Somebody else changed this notebook\'s information in the meantime."}':
    "stale",
  '{"code":"conflict","message":"The list has changed since you opened it"}': "outdated",
  '{"code":"conflict","message":"The list has changed again since, so this can\'t be undone. Please change the row by hand"}':
    "outdated",
  '{"code":"invalid","message":"The photo must be one that you have uploaded and that nothing uses yet","path":"avatarUrl"}':
    "foreign",
  '{"code":"conflict","message":"The owner\'s role cannot be changed"}': "kept",
  '{"code":"conflict","message":"You own this notebook already"}': "kept",
  '{"code":"conflict","message":"Transfer the notebook to somebody else before you leave"}': "kept",
  '{"code":"conflict","message":"This person is already a member of this notebook"}': "member",
  '{"code":"conflict","message":"There is already a pending invitation for this address"}': "pending",
  '{"code":"invalid","message":"The file must be one that you have uploaded for this note in the last minutes","path":"gcsObjectName"}':
    "nothing",
  '{"code":"not-found","message":"Task not found"}': "missing",
  '{"code":"not-found","message":"This link doesn\'t hold any more. Restart the server for a new one."}':
    "no-link",
  '{"code":"not-found","message":"Program not found"}': "no-program",
  '{"code":"not-found","message":"This plan isn\'t there any more"}': "no-plan",
  '{"code":"not-found","message":"This calendar link doesn\'t exist any more"}': "no-feed",
  '{"code":"not-found","message":"This access token doesn\'t exist any more"}': "no-token",
  '{"code":"not-found","message":"This webhook doesn\'t exist any more"}': "no-hook",
  '{"code":"not-found","message":"This message isn\'t kept any more"}': "no-message",
  '{"code":"conflict","message":"This webhook can\'t be read any more. Please remove it and make it again"}':
    "unreadable",
  '{"code":"invalid","message":"You aren\'t a member of a notebook that you chose any more","path":"diaryIds"}':
    "not-in",
  '{"code":"access-denied","message":"This access token doesn\'t allow that"}': "scope",
  '{"code":"access-denied","message":"Programs can\'t do that: it needs a person who is signed in"}':
    "person",
  '{"code":"not-found","message":"This notification isn\'t there any more"}': "no-notification",
  '{"code":"invalid","message":"This can\'t be put off"}': "news",
  '{"code":"not-found","message":"This device isn\'t there any more"}': "no-device",
  '{"code":"conflict","message":"This can\'t be read any more. Please remove it and add it again"}':
    "unreadable",
  '{"code":"not-found","message":"This dose isn\'t there any more"}': "no-dose",
  '{"code":"not-found","message":"This pause isn\'t there any more"}': "no-pause",
  '{"code":"not-found","message":"This appointment doesn\'t exist any more"}': "no-appointment",
  '{"code":"not-found","message":"This note doesn\'t exist in the notebook"}': "no-such-note",
  '{"code":"not-found","message":"This is settled already"}': "no-run",
  '{"code":"invalid","message":"Assigned user does not have access to this diary","path":"assignedTo"}':
    "foreigner",
  '{"code":"invalid","message":"A clinician is assigned no tasks. Please choose somebody else","path":"assignedTo"}':
    "clinician",
  '{"code":"invalid","message":"Not a recurring task"}': "once",
  '{"code":"conflict","message":"This notebook already has this program: complete or delete it first"}':
    "held",
  '{"code":"conflict","message":"This invitation has already been accepted."}': "accepted",
  '{"code":"conflict","message":"This invitation has been declined."}': "declined",
  '{"code":"conflict","message":"This invitation has expired."}': "expired",
  '{"code":"conflict","message":"You are already a member of this notebook"}': "inside",
  '{"code":"conflict","message":"Somebody has to let you in first"}': "approval",
  '{"code":"conflict","message":"Only whoever made this link can share it again. Make a link of your own"}':
    "notyours",
  '{"code":"conflict","message":"This request has already been answered"}': "answered",
};

/**
 * The sweep's word for an error; fails if the error has anything but code, message and path, and the key and values of
 * just that message.
 */
export function refusalWord(error: unknown): string {
  if (!(error instanceof ConvexError)) return `untyped error: ${error}`;
  const { code, message, key, values, ...more } = error.data;
  if (key !== undefined && t(key, values) !== message) return `another text: ${key}`;
  const text = JSON.stringify({ code, message, ...more });
  return REFUSALS[text] ?? text;
}

/** The letters of the secrets that stand in an answer or a mail, whatever field they were in. */
export const secretsIn = (answer: unknown): string[] =>
  [
    ...new Set([...(JSON.stringify(answer) ?? "").matchAll(/canary-([A-Z])-/g)].map((match) => match[1]!)),
  ].sort();
