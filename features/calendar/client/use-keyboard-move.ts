import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from "react";
import type { Task } from "../../../lib/api.ts";
import { addDays, longDay } from "../../../lib/dates/zone-day.ts";
import { t } from "../../../lib/words/t.ts";
import { getChipId } from "../components/task-chip.tsx";

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

type KeyboardMove = { chip: string; task: Task; day: string };

type Announcement = { what: "taken" | "on" | "left" | "stays"; title: string; day: string };

function describeMove({ what, title, day }: Announcement): string {
  const values = { title, day: longDay(day) };
  if (what === "taken") return t("calendar.taken", values);
  if (what === "left") return t("calendar.left", values);
  return what === "on" ? values.day : t("calendar.stays", { title });
}

/**
 * Moves a chip with the keyboard: Space picks it up, arrow keys move it by days, Space or Enter drops it, Escape
 * cancels. `first` and `last` are the visible days. `announcement` is the text for screen readers.
 */
export function useKeyboardMove(
  { first, last, today }: { first: string; last: string; today: string },
  onMove: (task: Task, day: string) => void,
) {
  const [keyboardMove, setKeyboardMove] = useState<KeyboardMove | null>(null);
  const [announcement, setAnnouncement] = useState<Announcement | null>(null);
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
      setAnnouncement({ what: "taken", title: task.title, day: target });
      return;
    }
    const { title } = keyboardMove.task;
    const step = STEPS[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const target = shown(addDays(keyboardMove.day, step));
      setKeyboardMove({ ...keyboardMove, day: target });
      setAnnouncement({ what: "on", title, day: target });
    } else if (event.key === " " || event.key === "Enter") {
      event.preventDefault();
      setKeyboardMove(null);
      setAnnouncement({ what: "left", title, day: keyboardMove.day });
      focusOn.current = { chip: getChipId(keyboardMove.task, false), date: keyboardMove.day };
      onMove(keyboardMove.task, keyboardMove.day);
    } else if (event.key === "Escape" || event.key === "Tab") {
      if (event.key === "Escape") event.preventDefault();
      setKeyboardMove(null);
      setAnnouncement({ what: "stays", title, day: keyboardMove.day });
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

  return { keyboardMove, announcement: announcement && describeMove(announcement), onKey };
}

const findChip = (event: KeyboardEvent): string => (event.currentTarget as HTMLElement).dataset.chip ?? "";
