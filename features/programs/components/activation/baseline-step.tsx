import { NativeSelect, TextInput } from "@mantine/core";
import { addDays, isDay, shortDay } from "../../../../lib/dates/zone-day.ts";
import { t } from "../../../../lib/words/t.ts";
import { Rich } from "../../../../ui/rich.tsx";
import { getLanguageName } from "../../client/language-names.ts";
import type { ProgramContent } from "../../rules.ts";
import styles from "./steps.module.css";

type BaselineStepProps = {
  content: ProgramContent;
  day: string;
  /** Those that the program exists in. */
  languages: readonly string[];
  /** The chosen one. */
  language: string | null;
  problem: string | null;
  onDay: (day: string) => void;
  onLanguage: (language: string) => void;
};

/** Step 1: sets the baseline day and shows the dates of the phases that follow from it. */
export function BaselineStep(props: BaselineStepProps) {
  const { content, day, languages, language, problem, onDay, onLanguage } = props;
  const { baselineEvent, phases } = content;
  return (
    <>
      <p className={styles.lead}>
        {baselineEvent ? (
          <Rich
            text="activation.countedFrom"
            values={{ name: baselineEvent.name, b: (content) => <strong>{content}</strong> }}
          />
        ) : (
          t("activation.countedFromOne")
        )}
        {baselineEvent?.description && ` ${baselineEvent.description}`}
      </p>
      {/* The browser's own field: users know its wheel and its calendar on their phone. */}
      <TextInput
        type="date"
        label={
          baselineEvent ? t("activation.whenIsIt", { name: baselineEvent.name }) : t("activation.whenBegins")
        }
        className={styles.date}
        required
        value={day}
        error={problem}
        onChange={({ currentTarget }) => onDay(currentTarget.value)}
      />
      {languages.length > 1 && (
        <NativeSelect
          label={t("activation.language")}
          description={t("activation.languageStays")}
          className={styles.date}
          data={languages.map((value) => ({ value, label: getLanguageName(value) }))}
          value={language ?? ""}
          onChange={({ currentTarget }) => onLanguage(currentTarget.value)}
        />
      )}
      {isDay(day) && (
        <ol className={styles.phases} aria-label={t("activation.phases")}>
          {phases.map(({ phaseId, title, dayRange: { start, end } }) => (
            <li key={phaseId}>
              <strong>{title}</strong>
              <span className={styles.soft}>
                {start === end
                  ? shortDay(addDays(day, start))
                  : t("activation.dayRange", {
                      start: shortDay(addDays(day, start)),
                      end: shortDay(addDays(day, end)),
                    })}
              </span>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}
