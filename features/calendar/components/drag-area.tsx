import {
  DndContext,
  type DragEndEvent,
  DragOverlay,
  type DragStartEvent,
  MouseSensor,
  pointerWithin,
  TouchSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { type ReactNode, useState } from "react";
import type { Task } from "../../../lib/api.ts";
import { getLateness } from "../../tasks/rules/due.ts";
import { getTaskColour } from "../../tasks/rules/states.ts";
import styles from "./task-chip.module.css";
import { ChipWords } from "./task-chip.tsx";

/** The move's toast announces the result; the library's own announcements would contain ids. */
const SILENT = {
  onDragStart: () => undefined,
  onDragOver: () => undefined,
  onDragEnd: () => undefined,
  onDragCancel: () => undefined,
};

type DragAreaProps = { now: number; onMove: (task: Task, day: string) => void; children: ReactNode };

/** Enables dragging chips to days with the mouse, or by touch after a short press. */
export function DragArea({ now, onMove, children }: DragAreaProps) {
  const [dragged, setDragged] = useState<Task | null>(null);
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 5 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 250, tolerance: 8 } }),
  );
  function onDragEnd({ active, over }: DragEndEvent) {
    setDragged(null);
    const day = over?.data.current?.day;
    if (typeof day === "string") onMove(active.data.current!.task, day);
  }
  const colour = dragged && getTaskColour(dragged, false, now);
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={pointerWithin}
      // No sideways scrolling: the last column is at the edge of a phone.
      autoScroll={{ threshold: { x: 0, y: 0.15 } }}
      accessibility={{
        announcements: SILENT,
        screenReaderInstructions: { draggable: "" },
        restoreFocus: false,
      }}
      onDragStart={({ active }: DragStartEvent) => setDragged(active.data.current!.task)}
      onDragEnd={onDragEnd}
      onDragCancel={() => setDragged(null)}
    >
      {children}
      <DragOverlay dropAnimation={null}>
        {dragged && colour && (
          <div className={`${styles.chip} ${styles.overlay}`} data-colour={colour}>
            <ChipWords task={dragged} colour={colour} lateness={getLateness(dragged, now)} day={null} />
          </div>
        )}
      </DragOverlay>
    </DndContext>
  );
}
