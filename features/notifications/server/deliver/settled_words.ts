import { formatClock } from "../../rules/clock.ts";
import type { Words } from "../../rules/message-words.ts";
import { TIMED_KINDS } from "../../rules.ts";
import type { Replacement, Settlement } from "./replace_shown_data.ts";

/** How a subject was settled, with the name of the member. */
export type Settled = { how: Settlement["how"]; doer: string | null };

const HOW: Record<Settlement["how"], string> = {
  done: "Done",
  "not given": "Entered as not given",
  cancelled: "Cancelled",
  over: "No longer open",
};

/** What takes the place of a message on a device, in the detail that it allows; `title` is what the person sees of it. */
export function formatSettled(
  { kind, state, count, settledAt, backAt, timeZone, hours, detail, subjectName }: Replacement,
  settled: Settled | null,
  title: string,
): Words {
  const reader = { timeZone, hours };
  const clock = formatClock(settledAt, reader);
  if (state === "later")
    return formatShown(
      `Put off until ${formatClock(backAt!, reader)}`,
      detail,
      subjectName,
      count > 1 ? "" : title,
    );
  if (state === "seen") {
    const isOpen = TIMED_KINDS.includes(kind);
    return formatShown(
      isOpen ? `Seen at ${clock}, still to be done` : `Seen, ${clock}`,
      detail,
      subjectName,
      title,
    );
  }
  if (count > 1) return formatShown(`All done, ${clock}`, detail, subjectName, "");
  const by = detail === "nothing" || !settled?.doer ? "" : ` by ${settled.doer}`;
  return formatShown(`${HOW[settled?.how ?? "done"]}${by}, ${clock}`, detail, subjectName, title);
}

function formatShown(
  what: string,
  detail: Replacement["detail"],
  subjectName: string | null,
  title: string,
): Words {
  if (detail === "nothing") return { title: what, body: "" };
  return { title: subjectName ? `${what}: ${subjectName}` : what, body: detail === "what" ? title : "" };
}
