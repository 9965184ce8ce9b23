import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { HOUR, MINUTE } from "../../../lib/dates/time.ts";
import {
  addDays,
  getDayStart,
  isCalendarDay,
  toClockInZone,
  toDayInZone,
  toMomentInZone,
} from "../../../lib/dates/zone-day.ts";
import { writeMessage } from "../../../lib/words/message.ts";
import { t } from "../../../lib/words/t.ts";
import { Actions } from "../../../ui/actions.tsx";
import { Modal } from "../../../ui/modal.tsx";
import { Problem } from "../../../ui/text.tsx";
import { checkSpan } from "../rules/limits.ts";
import styles from "./shift-dialog.module.css";

type Span = { fromTime: number; untilTime: number };
type ShiftDialogProps = {
  timeZone: string;
  opened: boolean;
  onClose: () => void;
  onChoose: (span: Span) => void;
};

/** Asks for the span of a shift report: one of a few, or from when to when. */
export function ShiftDialog({ timeZone, opened, onClose, onChoose }: ShiftDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={t("shift.title")}>
      {opened && <ShiftForm timeZone={timeZone} onChoose={onChoose} />}
    </Modal>
  );
}

function ShiftForm({ timeZone, onChoose }: Pick<ShiftDialogProps, "timeZone" | "onChoose">) {
  const [now] = useState(() => Date.now());
  const [from, setFrom] = useState(() => formatField(now - 8 * HOUR, timeZone));
  const [until, setUntil] = useState(() => formatField(now, timeZone));
  const [problem, setProblem] = useState<string | null>(null);
  const today = toDayInZone(now, timeZone);
  const presets: [string, Span][] = [
    [t("shift.last", { hours: 8 }), { fromTime: now - 8 * HOUR, untilTime: now }],
    [t("shift.last", { hours: 12 }), { fromTime: now - 12 * HOUR, untilTime: now }],
    [t("shift.today"), { fromTime: getDayStart(today, timeZone), untilTime: now }],
    [
      t("shift.yesterday"),
      { fromTime: getDayStart(addDays(today, -1), timeZone), untilTime: getDayStart(today, timeZone) },
    ],
  ];

  function submit(event: FormEvent) {
    event.preventDefault();
    const span = { fromTime: parseField(from, timeZone), untilTime: parseField(until, timeZone) };
    const found =
      Number.isNaN(span.fromTime) || Number.isNaN(span.untilTime)
        ? t("shift.enterBoth")
        : (checkSpan(span)?.message ?? null);
    setProblem(typeof found === "object" && found ? writeMessage(found) : found);
    if (!found) onChoose(span);
  }

  return (
    <form onSubmit={submit} noValidate className={styles.form}>
      <div className={styles.presets}>
        {presets.map(([label, span]) => (
          <Button key={label} variant="default" onClick={() => onChoose(span)}>
            {label}
          </Button>
        ))}
      </div>
      <TextInput
        type="datetime-local"
        label={t("shift.from")}
        value={from}
        onChange={(event) => setFrom(event.currentTarget.value)}
      />
      <TextInput
        type="datetime-local"
        label={t("shift.until")}
        value={until}
        onChange={(event) => setUntil(event.currentTarget.value)}
      />
      {problem && <Problem>{problem}</Problem>}
      <Actions>
        <Button type="submit">{t("shift.show")}</Button>
      </Actions>
    </form>
  );
}

/** The value of a field for a time by the notebook's clock. */
const formatField = (at: number, timeZone: string) =>
  `${toDayInZone(at, timeZone)}T${toClockInZone(at, timeZone)}`;

/** Parses a field's value as a moment; NaN for an incomplete one. */
function parseField(value: string, timeZone: string): number {
  const [, day = "", hours, minutes] = /^(\d{4}-\d\d-\d\d)T(\d\d):(\d\d)/.exec(value) ?? [];
  if (!isCalendarDay(day)) return Number.NaN;
  return toMomentInZone(day, Number(hours) * HOUR + Number(minutes) * MINUTE, timeZone);
}
