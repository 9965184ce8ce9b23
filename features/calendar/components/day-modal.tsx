import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import type { Task } from "../../../lib/api.ts";
import { longDay } from "../../../lib/dates/zone-day.ts";
import { t } from "../../../lib/words/t.ts";
import { Modal } from "../../../ui/modal.tsx";
import type { Appointment } from "../../visits/client/public.ts";
import type { PlacedTask } from "../rules.ts";
import colours from "./colours.module.css";
import { DayList, type RenderTask } from "./day-list.tsx";

type DayModalProps = {
  /** Null for tasks without a day. */
  day: string | null;
  placed: readonly PlacedTask<Task>[];
  appointments: readonly Appointment[];
  renderTask: RenderTask;
  /** Null where the viewer may add no tasks. */
  onAdd: ((day: string) => void) | null;
  /** False while another dialog is on top, which then handles Escape. */
  closable: boolean;
  onClose: () => void;
};

/** A dialog with the tasks of one day and, for users who may, a way to add one. */
export function DayModal({ day, placed, appointments, renderTask, onAdd, closable, onClose }: DayModalProps) {
  return (
    <Modal
      opened
      onClose={onClose}
      title={day === null ? t("calendar.noDate") : longDay(day)}
      size="lg"
      closable={closable}
    >
      <div className={colours.palette}>
        {day !== null && onAdd && (
          <Button
            variant="default"
            leftSection={<IconPlus size={20} aria-hidden="true" />}
            onClick={() => onAdd(day)}
          >
            {t("calendar.newTask")}
          </Button>
        )}
        <DayList placed={placed} appointments={appointments} renderTask={renderTask} />
      </div>
    </Modal>
  );
}
