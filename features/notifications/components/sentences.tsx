import { NativeSelect } from "@mantine/core";
import { t } from "../../../lib/words/t.ts";
import { Card } from "../../../ui/card.tsx";
import { Section } from "../../../ui/section.tsx";
import { Soft } from "../../../ui/text.tsx";
import type { ReminderSettings, SettingsChange } from "../client/use-reminder-settings.ts";
import { type Choice, findChoice, findDigestDays, listChanges, SENTENCES } from "../rules/sentences.ts";
import type { ChosenRule } from "../rules.ts";
import type { KindSheetProps } from "./kind-sheet.tsx";
import { MailAddress, type SendLink } from "./mail-address.tsx";
import styles from "./settings.module.css";

/** Shown while the rules match no choice of a sentence. */
const IN_DETAIL = "";

type SentencesProps = {
  rules: readonly ChosenRule[];
  settings: ReminderSettings;
  zone: string;
  onChoose: KindSheetProps["onChoose"];
  onChange: (change: SettingsChange) => void;
  /** Null where this server sends no such link. */
  sendLink: SendLink | null;
};

/** How the reader is reminded, in three sentences; saved at once. */
export function Sentences({ rules, settings, zone, onChoose, onChange, sendLink }: SentencesProps) {
  const { digestDays, hasMailAddress } = settings;

  function choose(choice: Choice) {
    for (const change of listChanges(choice, rules)) onChoose(change);
    const days = findDigestDays(choice, digestDays);
    if (days) onChange({ digestDays: days, timeZone: zone });
  }

  return (
    <Card as={Section} size="part" title={t("reminders.how")}>
      <div className={styles.part}>
        {SENTENCES.map((sentence) => {
          const { name, label, choices } = sentence;
          const chosen = findChoice(sentence, { rules, digestDays });
          return (
            <NativeSelect
              key={name}
              label={t(label)}
              value={chosen?.name ?? IN_DETAIL}
              onChange={({ currentTarget: { value } }) => {
                const choice = choices.find((one) => one.name === value);
                if (choice) choose(choice);
              }}
              data={[
                ...(chosen ? [] : [{ value: IN_DETAIL, label: t("reminders.asSetInDetail") }]),
                ...choices.map((choice) => ({ value: choice.name, label: t(choice.label) })),
              ]}
            />
          );
        })}
        {!hasMailAddress && <MailAddress sendLink={sendLink} />}
        <Soft>{t("reminders.allHere")}</Soft>
      </div>
    </Card>
  );
}
