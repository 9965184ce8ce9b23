import type { ReactNode } from "react";
import { shortDay } from "../../../lib/dates/zone-day.ts";
import { t } from "../../../lib/words/t.ts";
import type { VersionShown } from "../client/version-changes.ts";
import type { Unit } from "../rules/amounts.ts";
import { formatMeal, formatScheduleLines, limitLines, toUpperFirst } from "../rules/schedule-words.ts";
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
      {meal && <p>{toUpperFirst(meal)}</p>}
      {instructions && <p className={styles.text}>{instructions}</p>}
      {schedule.kind === "freeText" && <p className={styles.soft}>{t("plans.onlyWords")}</p>}
      {limits.length > 0 && (
        <p className={styles.soft}>
          {saidBy ? t("plans.limitsBy", { limits: limits.join(". "), by: saidBy }) : limits.join(". ")}
        </p>
      )}
      {limits.length === 0 && saidBy && <p className={styles.soft}>{t("plans.by", { by: saidBy })}</p>}
      <Days firstDay={firstDay} lastDay={lastDay} today={today} />
    </div>
  );
}

/** Only days with information: a future first day, and a last day. */
function Days({ firstDay, lastDay, today }: { firstDay: string; lastDay: string | null; today: string }) {
  const words = describeDays(firstDay > today ? firstDay : null, lastDay, today);
  return words && <p className={styles.soft}>{words}</p>;
}

function describeDays(from: string | null, lastDay: string | null, today: string): string | null {
  if (lastDay === null) return from && t("plans.fromDay", { day: shortDay(from) });
  const day = shortDay(lastDay);
  if (from) return t("plans.fromUntil", { from: shortDay(from), until: day });
  return lastDay < today ? t("plans.untilOver", { day }) : t("plans.untilDay", { day });
}
