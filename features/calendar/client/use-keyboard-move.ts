import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from "react";
import type { Task } from "../../../lib/api.ts";
import { addDays, longDay } from "../../../lib/zone-day.ts";
import { chipId } from "../components/task-chip.tsx";

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

type Held = { chip: string; task: Task; day: string };

/**
 * Moves a chip with the keyboard: Space picks it up, arrow keys move it by days, Space or Enter drops it, Escape
 * cancels. `first` and `last` are the visible days. `said` is the text for screen readers.
 */
export function useKeyboardMove(
  { first, last, today }: { first: string; last: string; today: string },
  onMove: (task: Task, day: string) => void,
) {
  const [held, setHeld] = useState<Held | null>(null);
  const [said, setSaid] = useState("");
  const latest = useRef({ held, first, last, today, onMove });
  latest.current = { held, first, last, today, onMove };
  const focusOn = useRef<{ chip: string; date: string } | null>(null);

  const onKey = useCallback((event: KeyboardEvent, task: Task, day: string | null) => {
    const { held, first, last, today, onMove } = latest.current;
    const shown = (at: string) => (at < first ? first : at > last ? last : at);
    if (!held) {
      if (event.key !== " " || !task.canPlan) return;
      event.preventDefault();
      const target = shown(day ?? today);
      setHeld({ chip: chipOf(event), task, day: target });
      setSaid(`${task.title} taken. It stands on ${longDay(target)}. Move it with the arrow keys.`);
      return;
    }
    const step = STEPS[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const target = shown(addDays(held.day, step));
      setHeld({ ...held, day: target });
      setSaid(longDay(target));
    } else if (event.key === " " || event.key === "Enter") {
      event.preventDefault();
      setHeld(null);
      setSaid(`${held.task.title} left on ${longDay(held.day)}.`);
      focusOn.current = { chip: chipId(held.task, false), date: held.day };
      onMove(held.task, held.day);
    } else if (event.key === "Escape" || event.key === "Tab") {
      if (event.key === "Escape") event.preventDefault();
      setHeld(null);
      setSaid(`${held.task.title} stays where it was.`);
    }
  }, []);

  // The chip is a new element on its new day, or hidden behind "+N more"; the focus follows it.
  useEffect(() => {
    const wanted = focusOn.current;
    if (!wanted) return;
    const cell = document.querySelector(`[data-date="${wanted.date}"]`);
    const chip = cell?.querySelector<HTMLElement>(`[data-chip^="${wanted.chip}"]`);
    if (!chip && document.activeElement !== document.body) return;
    focusOn.current = null;
    (chip ?? cell?.querySelector<HTMLElement>("button"))?.focus();
  });

  return { held, said, onKey };
}

const chipOf = (event: KeyboardEvent): string => (event.currentTarget as HTMLElement).dataset.chip ?? "";
