import type { Task } from "../../../lib/api.ts";
import { t } from "../../../lib/words/t.ts";
import { asChips, type PlacedTask } from "../rules.ts";
import type { GridHandlers } from "./calendar-grid.tsx";
import { TaskChip } from "./task-chip.tsx";
import styles from "./undated-strip.module.css";

type UndatedStripProps = GridHandlers & { placed: PlacedTask<Task>[]; heldChip: string | null };

/** The tasks without a day, which can be dragged to one. */
export function UndatedStrip({ placed, heldChip, onOpenDay, onKey }: UndatedStripProps) {
  if (placed.length === 0) return null;
  return (
    <section className={styles.strip} aria-label={t("calendar.noDate")}>
      <h2 className={styles.heading}>
        <button type="button" className={styles.open} onClick={() => onOpenDay(null)}>
          {t("calendar.noDateCount", { count: placed.length })}
        </button>
      </h2>
      <ul className={styles.chips}>
        {asChips(placed).map(({ task, isGhost, colour, lateness }) => (
          <li key={task._id}>
            <TaskChip
              task={task}
              isGhost={isGhost}
              colour={colour}
              lateness={lateness}
              day={null}
              isHeld={heldChip === task._id}
              onOpen={onOpenDay}
              onKey={onKey}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
