import { Radio } from "@mantine/core";
import { t } from "../../../lib/words/t.ts";
import { Card } from "../../../ui/card.tsx";
import { Section } from "../../../ui/section.tsx";
import { Soft } from "../../../ui/text.tsx";
import type { ReminderSettings, SettingsChange } from "../client/use-reminder-settings.ts";
import { DETAILS, type Detail } from "../rules.ts";
import { LockScreenPreview } from "./lock-screen-preview.tsx";
import styles from "./settings.module.css";

type LockScreenProps = { settings: ReminderSettings; onChange: (change: SettingsChange) => void };

/** How much a message shows before the phone is unlocked, with an example of each. */
export function LockScreen({ settings, onChange }: LockScreenProps) {
  return (
    <Card as={Section} size="part" title={t("devices.lockTitle")}>
      <div className={styles.part}>
        <Radio.Group
          label={t("devices.onAll")}
          description={t("devices.onAllHint")}
          value={settings.lockScreen}
          onChange={(next) => onChange({ lockScreen: next as Detail })}
        >
          <div className={styles.choices}>
            {DETAILS.map((detail) => (
              <div key={detail} className={styles.choice}>
                <Radio value={detail} label={t("devices.detail", { detail })} />
                <LockScreenPreview detail={detail} />
              </div>
            ))}
          </div>
        </Radio.Group>
        <Soft>{t("devices.travels")}</Soft>
      </div>
    </Card>
  );
}
