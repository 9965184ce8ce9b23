import type { Notification } from "../../../lib/api.ts";
import { describeClock } from "../../../lib/dates/moment-words.ts";
import { useReaderId } from "../client/use-reader-id.ts";
import { formatContacts, formatRun } from "../rules/escalation-words.ts";

type EscalationTextProps = {
  notification: Notification;
  escalation: NonNullable<Notification["escalation"]>;
  /** Epoch ms. */
  now: number;
};

/** The details of an escalation message, besides its title. */
export function EscalationText({ notification, escalation, now }: EscalationTextProps) {
  const { isOpen, contacts } = escalation;
  const myId = useReaderId();
  const timeZone = notification.timeZone ?? "UTC";
  const formatClock = (at: number) => describeClock(at, timeZone);
  const state = formatRun(escalation, { timeZone, now, myId, clockOf: formatClock });
  return (
    <>
      {isOpen && state && <span style={{ display: "block" }}>{state}</span>}
      {formatContacts(contacts, {
        isDose: notification.subject?.type === "dose",
        timeZone,
        now,
        clockOf: formatClock,
      })}
    </>
  );
}
