import type { ReactNode } from "react";
import { shortDay } from "../../../lib/dates/zone-day.ts";
import type { VersionShown } from "../client/version-changes.ts";
import type { Unit } from "../rules/amounts.ts";
import { formatMeal, formatScheduleLines, limitLines } from "../rules/schedule-words.ts";
import styles from "./version-words.module.css";

type VersionWordsProps = {
  version: VersionShown;
  unit: Unit;
  today: string;
  /** What a line of the schedule with marked amounts is shown as; its text by default. */
  renderLine?: (line: string) => ReactNode;
};

/** A version in words: when and how much, meals, instructions, limits with their source, and days. */
export function VersionWords({ version, unit, today, renderLine }: VersionWordsProps) {
  const { schedule, instructions, saidBy, firstDay, lastDay } = version;
  const meal = formatMeal(version.mealRelation, version.mealMinutes);
  const limits = limitLines(version, { unit });
  return (
    <div className={styles.words}>
      {schedule.kind !== "freeText" &&
        formatScheduleLines(schedule, {
          unit,
          hasBegun: firstDay < today,
          isMarked: renderLine !== undefined,
        }).map((line) => (
          <p key={line} className={styles.when}>
            {renderLine?.(line) ?? line}
          </p>
        ))}
      {meal && <p>{toSentence(meal)}</p>}
      {instructions && <p className={styles.text}>{instructions}</p>}
      {schedule.kind === "freeText" && (
        <p className={styles.soft}>In words only: it has no times, and is compared with nothing.</p>
      )}
      {limits.length > 0 && (
        <p className={styles.soft}>
          {limits.join(". ")}
          {saidBy && ` (according to ${saidBy})`}
        </p>
      )}
      {limits.length === 0 && saidBy && <p className={styles.soft}>{`According to ${saidBy}`}</p>}
      <Days firstDay={firstDay} lastDay={lastDay} today={today} />
    </div>
  );
}

/** Only days with information: a future first day, and a last day. */
function Days({ firstDay, lastDay, today }: { firstDay: string; lastDay: string | null; today: string }) {
  const words = [
    firstDay > today && `from ${shortDay(firstDay)}`,
    lastDay !== null &&
      (lastDay < today ? `until ${shortDay(lastDay)}, which is over` : `until ${shortDay(lastDay)}`),
  ].filter((part) => part !== false);
  return words.length > 0 ? <p className={styles.soft}>{toSentence(words.join(" "))}</p> : null;
}

const toSentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
