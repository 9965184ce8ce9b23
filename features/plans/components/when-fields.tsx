import { NativeSelect, TextInput } from "@mantine/core";
import { useState } from "react";
import type { Key } from "../../../lib/words/keys.ts";
import { t } from "../../../lib/words/t.ts";
import { GrowingTextarea } from "../../../ui/growing-textarea.tsx";
import { PlainButton } from "../../../ui/plain-button.tsx";
import { Problem } from "../../../ui/text.tsx";
import { getNextKey, type PlanValues } from "../client/plan-values.ts";
import { DAY_PARTS, type DayPart } from "../rules/defaults.ts";
import { WORDS_LENGTH } from "../rules/limits.ts";
import { hasMealMinutes, MEAL_RELATIONS, type MealRelation } from "../rules/meals.ts";
import { formatMeal, formatTime, toUpperFirst } from "../rules/schedule-words.ts";
import { OwnAmounts, OwnAmountsButton } from "./amount-fields.tsx";
import type { PartProps } from "./medicine-fields.tsx";
import styles from "./plan-fields.module.css";
import { RhythmFields } from "./rhythm-fields.tsx";

const PARTS: Record<DayPart, Key> = {
  morning: "planedit.morning",
  noon: "planedit.noon",
  evening: "planedit.evening",
  night: "planedit.night",
};

type WhenFieldsProps = PartProps & {
  /** The household's time of each part of the day. */
  usualTimes: Record<DayPart, string>;
};

/** When it is given: the household's times as buttons, "when needed", and other rhythms behind one more. */
export function WhenFields({ values, problems, onChange, usualTimes }: WhenFieldsProps) {
  const { kind, times } = values;
  const [isAsked, setIsAsked] = useState<boolean>();
  const isOpen = kind !== "clock" && kind !== "asNeeded" ? true : (isAsked ?? hasOtherRhythm(values));
  const set = (changed: Partial<PlanValues>) => onChange({ ...values, ...changed });
  const findTime = (part: DayPart) =>
    kind === "clock" ? times.find((time) => time.part === part) : undefined;

  function toggle(part: DayPart) {
    const chosen = findTime(part);
    if (chosen) return set({ times: times.filter((time) => time !== chosen) });
    const kept = times.filter((time) => time.part !== part);
    const time = { key: getNextKey(times), at: usualTimes[part], amount: "", part };
    set({ kind: "clock", times: [...kept, time].sort((a, b) => (a.at < b.at ? -1 : 1)) });
  }

  return (
    <fieldset className={styles.plainGroup}>
      <legend className={styles.legend}>{t("planedit.when")}</legend>
      <div className={styles.parts}>
        {DAY_PARTS.map((part, index) => (
          <PlainButton
            key={part}
            className={styles.choice}
            aria-pressed={findTime(part) !== undefined}
            data-problem={(index === 0 && problems.times !== undefined) || undefined}
            onClick={() => toggle(part)}
          >
            <span>{t(PARTS[part])}</span> <span>{formatTime(findTime(part)?.at || usualTimes[part])}</span>
          </PlainButton>
        ))}
      </div>
      {kind === "clock" && times.length > 0 && (
        <div className={styles.row}>
          {DAY_PARTS.map((part) => {
            const time = findTime(part);
            return (
              time && (
                <TextInput
                  key={part}
                  type="time"
                  label={t("planedit.partAt", { part: t(PARTS[part]) })}
                  className={styles.grows}
                  value={time.at}
                  error={problems[`at.${time.key}`]}
                  onChange={({ currentTarget: { value } }) =>
                    set({ times: times.map((other) => (other === time ? { ...other, at: value } : other)) })
                  }
                />
              )
            );
          })}
        </div>
      )}
      {kind === "clock" && (
        <OwnAmounts doses={values} unit={values.doseUnit} path="" problems={problems} onChange={set} />
      )}
      <div className={styles.others}>
        <PlainButton
          className={styles.choice}
          aria-pressed={kind === "asNeeded"}
          onClick={() => set({ kind: kind === "asNeeded" ? "clock" : "asNeeded" })}
        >
          {t("planedit.whenNeeded")}
        </PlainButton>
        <PlainButton className={styles.choice} aria-expanded={isOpen} onClick={() => setIsAsked(!isOpen)}>
          {t("planedit.somethingElse")}
        </PlainButton>
        {kind === "clock" && <OwnAmountsButton doses={values} onChange={set} />}
      </div>
      {problems.times && <Problem>{problems.times}</Problem>}
      {isOpen && <RhythmFields {...{ values, problems, onChange }} />}
      {kind === "freeText" && <Instructions {...{ values, problems, onChange }} />}
    </fieldset>
  );
}

/** Whether a plan has times without a button, or isn't given every day. */
const hasOtherRhythm = ({ kind, times, days }: PlanValues): boolean =>
  kind === "clock" &&
  (times.some(({ part }) => part === undefined) || days.kind !== "everyDays" || days.everyDays !== "1");

/** What has to be known when it is given, or for a plan in words how it is given. */
function Instructions({ values, problems, onChange }: PartProps) {
  const isPlan = values.kind === "freeText";
  return (
    <GrowingTextarea
      label={t(isPlan ? "planedit.howGiven" : "planedit.instructions")}
      description={isPlan ? undefined : t("planedit.instructionsText")}
      minRows={isPlan ? 3 : 1}
      maxRows={8}
      maxLength={WORDS_LENGTH}
      value={values.instructions}
      error={problems.instructions}
      onChange={({ currentTarget: { value } }) => onChange({ ...values, instructions: value })}
    />
  );
}

/** Meals and instructions. */
export function MealFields(props: PartProps) {
  const { values, problems, onChange } = props;
  const { kind, mealRelation } = values;
  return (
    <>
      <div className={styles.pair}>
        <NativeSelect
          label={t("planedit.andMeals")}
          data={MEAL_RELATIONS.map((value) => ({
            value,
            label: toUpperFirst(formatMeal(value, null)) || t("planedit.mealsDontMatter"),
          }))}
          value={mealRelation}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...values, mealRelation: value as MealRelation })
          }
        />
        {hasMealMinutes(mealRelation) && (
          <TextInput
            label={t(mealRelation === "before" ? "planedit.minutesBefore" : "planedit.minutesAfter")}
            inputMode="numeric"
            value={values.mealMinutes}
            error={problems.mealMinutes}
            onChange={({ currentTarget: { value } }) => onChange({ ...values, mealMinutes: value })}
          />
        )}
      </div>
      {kind !== "freeText" && <Instructions {...props} />}
    </>
  );
}
