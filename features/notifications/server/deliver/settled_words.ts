import { t } from "../../../../lib/words/t.ts";
import { formatClock } from "../../rules/clock.ts";
import { formatAbout, type Words } from "../../rules/message-words.ts";
import { TIMED_KINDS } from "../../rules.ts";
import type { Replacement, Settlement } from "./replace_shown_data.ts";

/** How a subject was settled, with the name of the member. */
export type Settled = { how: Settlement["how"]; doer: string | null };

const HOW: Record<Settlement["how"], string> = {
  done: "done",
  "not given": "notGiven",
  cancelled: "cancelled",
  over: "over",
};

/** What takes the place of a message on a device, in the detail that it allows; `title` is what the person sees of it. */
export function formatSettled(replacement: Replacement, settled: Settled | null, title: string): Words {
  const { detail, subjectName, count, state } = replacement;
  const what = formatState(replacement, settled);
  if (detail === "nothing") return { title: what, body: "" };
  const isNamed = detail === "what" && (count === 1 || state === "seen");
  return { title: formatAbout(what, subjectName), body: isNamed ? title : "" };
}

function formatState(
  { kind, state, count, settledAt, backAt, timeZone, hours, detail }: Replacement,
  settled: Settled | null,
): string {
  const reader = { timeZone, hours };
  const time = formatClock(settledAt, reader);
  if (state === "later") return t("pushes.putOff", { time: formatClock(backAt!, reader) });
  if (state === "seen") return t(TIMED_KINDS.includes(kind) ? "pushes.seenOpen" : "pushes.seen", { time });
  if (count > 1) return t("pushes.allDone", { time });
  const name = detail === "nothing" ? "" : (settled?.doer ?? "");
  const how = HOW[settled?.how ?? "done"];
  return t("pushes.settled", { how, by: name ? "named" : "nobody", name, time });
}
