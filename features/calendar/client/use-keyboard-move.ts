import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from "react";
import type { Task } from "../../../lib/api.ts";
import { addDays, longDay } from "../../../lib/dates/zone-day.ts";
import { getChipId } from "../components/task-chip.tsx";

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

type KeyboardMove = { chip: string; task: Task; day: string };

/**
 * Moves a chip with the keyboard: Space picks it up, arrow keys move it by days, Space or Enter drops it, Escape
 * cancels. `first` and `last` are the visible days. `announcement` is the text for screen readers.
 */
export function useKeyboardMove(
  { first, last, today }: { first: string; last: string; today: string },
  onMove: (task: Task, day: string) => void,
) {
  const [keyboardMove, setKeyboardMove] = useState<KeyboardMove | null>(null);
  const [announcement, setAnnouncement] = useState("");
  const latest = useRef({ keyboardMove, first, last, today, onMove });
  latest.current = { keyboardMove, first, last, today, onMove };
  const focusOn = useRef<{ chip: string; date: string } | null>(null);

  const onKey = useCallback((event: KeyboardEvent, task: Task, day: string | null) => {
    const { keyboardMove, first, last, today, onMove } = latest.current;
    const shown = (at: string) => (at < first ? first : at > last ? last : at);
    if (!keyboardMove) {
      if (event.key !== " " || !task.canPlan) return;
      event.preventDefault();
      const target = shown(day ?? today);
      setKeyboardMove({ chip: findChip(event), task, day: target });
      setAnnouncement(`${task.title} taken. It is on ${longDay(target)}. Move it with the arrow keys.`);
      return;
    }
    const step = STEPS[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const target = shown(addDays(keyboardMove.day, step));
      setKeyboardMove({ ...keyboardMove, day: target });
      setAnnouncement(longDay(target));
    } else if (event.key === " " || event.key === "Enter") {
      event.preventDefault();
      setKeyboardMove(null);
      setAnnouncement(`${keyboardMove.task.title} left on ${longDay(keyboardMove.day)}.`);
      focusOn.current = { chip: getChipId(keyboardMove.task, false), date: keyboardMove.day };
      onMove(keyboardMove.task, keyboardMove.day);
    } else if (event.key === "Escape" || event.key === "Tab") {
      if (event.key === "Escape") event.preventDefault();
      setKeyboardMove(null);
      setAnnouncement(`${keyboardMove.task.title} stays where it was.`);
    }
  }, []);

  // The chip is a new element on its new day, or hidden behind "+N more"; the focus follows it.
  useEffect(() => {
    const focusTarget = focusOn.current;
    if (!focusTarget) return;
    const cell = document.querySelector(`[data-date="${focusTarget.date}"]`);
    const chip = cell?.querySelector<HTMLElement>(`[data-chip^="${focusTarget.chip}"]`);
    if (!chip && document.activeElement !== document.body) return;
    focusOn.current = null;
    (chip ?? cell?.querySelector<HTMLElement>("button"))?.focus();
  });

  return { keyboardMove, announcement, onKey };
}

const findChip = (event: KeyboardEvent): string => (event.currentTarget as HTMLElement).dataset.chip ?? "";
