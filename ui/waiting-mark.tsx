import { IconClock } from "@tabler/icons-react";
import { t } from "../lib/words/t.ts";
import { Fact } from "./text.tsx";
import { useIsWaiting } from "./waiting-changes.ts";

/** Marks what has a change that waits on this device for the connection; nothing for all else. */
export function WaitingMark({ subject }: { subject: string }) {
  if (!useIsWaiting(subject)) return null;
  return (
    <Fact className="no-print">
      <IconClock size={16} aria-hidden="true" /> {t("ui.waiting")}
    </Fact>
  );
}
