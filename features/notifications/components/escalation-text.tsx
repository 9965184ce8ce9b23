import type { Notification } from "../../../lib/api.ts";
import { clockInWords } from "../../../lib/moment-words.ts";
import { TakeOn, useReaderId } from "../../escalation/client/public.ts";
import { contactWords, runWords } from "../../escalation/rules/words.ts";
import { notificationTitle } from "../client/notification-words.ts";

type EscalationTextProps = {
  notification: Notification;
  escalation: NonNullable<Notification["escalation"]>;
  /** Epoch ms. */
  now: number;
};

/** What a message about a reminder that nobody answered says besides its title, and the answer “I'm on it”. */
export function EscalationText({ notification, escalation, now }: EscalationTextProps) {
  const { runId, step, isOpen, contacts, taken } = escalation;
  const myId = useReaderId();
  const timeZone = notification.timeZone ?? "UTC";
  const isTaken = taken !== null && taken.until > now;
  const clockOf = (at: number) => clockInWords(at, timeZone);
  const state = runWords(escalation, { timeZone, now, myId, clockOf });
  return (
    <>
      {isOpen && state && <span style={{ display: "block" }}>{state}</span>}
      {contactWords(contacts, {
        isDose: notification.subject?.type === "dose",
        timeZone,
        now,
        clockOf,
      })}
      {isOpen && !isTaken && step !== "taken" && (
        <span style={{ display: "block" }}>
          <TakeOn runId={runId} what={notificationTitle(notification)} />
        </span>
      )}
    </>
  );
}
