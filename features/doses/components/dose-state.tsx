import {
  IconAlertTriangle,
  IconBan,
  IconCheck,
  IconClock,
  IconClockHour4,
  IconCloudUpload,
  IconHandStop,
  IconPlayerPause,
  IconQuestionMark,
} from "@tabler/icons-react";
import { t } from "../../../lib/words/t.ts";
import { PlainButton } from "../../../ui/plain-button.tsx";
import { Rich } from "../../../ui/rich.tsx";
import { useIsUnreachable } from "../../../ui/use-is-unreachable.ts";
import { formatState, type Reading } from "../client/dose-words.ts";
import type { PlannedDose } from "../client/today-rows.ts";
import type { WaitingDose } from "../client/waiting-doses.ts";
import type { SlotState } from "../rules/slot-states.ts";
import styles from "./dose-state.module.css";

const ICONS: Record<SlotState, typeof IconClock> = {
  coming: IconClock,
  due: IconClockHour4,
  late: IconAlertTriangle,
  not_recorded: IconQuestionMark,
  paused: IconPlayerPause,
  claimed: IconHandStop,
  given: IconCheck,
  not_given: IconBan,
};

/** The state of a planned dose: an icon and words. */
export function DoseState({
  row,
  reading,
}: {
  row: Pick<PlannedDose, "state" | "dose" | "isOpen" | "dueAt">;
  reading: Reading;
}) {
  const Icon = ICONS[row.state];
  return (
    <span className={styles.state} data-state={row.state}>
      <Icon size={20} aria-hidden="true" />
      <span>{formatState(row, reading)}</span>
    </span>
  );
}

/** Whether an entry can be taken back while it waits on this device: one on its way is answered first. */
export const useMayUndo = (entry: WaitingDose | undefined): boolean =>
  useIsUnreachable() && entry?.isStored === true && entry.conflicts === null;

/**
 * The state of an entry that the server hasn't recorded yet; it must not look like a recorded entry. `isAsked`: it has
 * conflicts, and the user is asked about them. `isStored`: this device keeps it.
 */
export function UnwrittenState({ isAsked = false, isStored }: { isAsked?: boolean; isStored: boolean }) {
  const isOffline = useIsUnreachable();
  if (isAsked)
    return (
      <span className={styles.state} data-state="unwritten">
        <IconQuestionMark size={20} aria-hidden="true" />
        <span>{t("dosewords.waitsForAnswer")}</span>
      </span>
    );
  return (
    <span className={styles.state} data-state="unwritten" role="status">
      <IconCloudUpload size={20} aria-hidden="true" />
      <span>{t(isOffline && isStored ? "dosewords.keptHere" : "dosewords.sending")}</span>
    </span>
  );
}

/** Takes an entry back, also a waiting one. */
export function UndoEntry({ name, onUndo }: { name: string; onUndo: () => void }) {
  return (
    <PlainButton onClick={onUndo}>
      <Rich text="dosewords.undo" values={{ name }} />
    </PlainButton>
  );
}
