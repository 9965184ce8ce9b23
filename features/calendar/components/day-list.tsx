import type { ReactNode } from "react";
import type { Task } from "../../../lib/api.ts";
import { t } from "../../../lib/words/t.ts";
import { List } from "../../../ui/list.tsx";
import { useProgressiveRendering } from "../../../ui/use-progressive-rendering.ts";
import type { Appointment } from "../../visits/client/public.ts";
import type { PlacedTask } from "../rules.ts";
import { AppointmentChips } from "./appointment-chips.tsx";
import styles from "./day-list.module.css";

/** Renders a task with its actions; supplied by the room of tasks. */
export type RenderTask = (placed: PlacedTask<Task>) => ReactNode;

type DayListProps = {
  placed: readonly PlacedTask<Task>[];
  appointments: readonly Appointment[];
  renderTask: RenderTask;
};

/** The appointments of a day and all its tasks: daily ones after others, finished ones last. */
export function DayList({ placed, appointments, renderTask }: DayListProps) {
  const renderedCount = useProgressiveRendering(placed.length);
  if (placed.length === 0)
    return appointments.length > 0 ? (
      <AppointmentChips appointments={appointments} />
    ) : (
      <p className={styles.empty}>{t("calendar.noneOnDay")}</p>
    );
  return (
    <>
      <AppointmentChips appointments={appointments} />
      <List gap="xs" hasMenus className={styles.list}>
        {placed.slice(0, renderedCount).map((one) => renderTask(one))}
      </List>
    </>
  );
}
