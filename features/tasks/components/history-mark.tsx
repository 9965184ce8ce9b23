import {
  IconCircleCheckFilled,
  IconCircleDashed,
  IconCircleMinus,
  IconCircleXFilled,
  IconClockCheck,
  IconPlayerPause,
} from "@tabler/icons-react";
import type { HistoryState } from "../rules/history.ts";
import styles from "./history-mark.module.css";

const ICONS = {
  done: IconCircleCheckFilled,
  late: IconClockCheck,
  missed: IconCircleXFilled,
  cancelled: IconCircleMinus,
  open: IconCircleDashed,
  paused: IconPlayerPause,
} satisfies Record<HistoryState, unknown>;

/** The mark of a task's outcome: a shape of its own for each state, not only a colour. */
export function HistoryMark({ state }: { state: HistoryState }) {
  const Icon = ICONS[state];
  return <Icon size={20} aria-hidden="true" className={styles.mark} data-state={state} />;
}
