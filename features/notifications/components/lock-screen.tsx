import { Radio } from "@mantine/core";
import { Card } from "../../../ui/card.tsx";
import { Section } from "../../../ui/section.tsx";
import { Soft } from "../../../ui/text.tsx";
import { DETAIL_NAMES } from "../client/reminder-words.ts";
import type { ReminderSettings, SettingsChange } from "../client/use-reminder-settings.ts";
import { DETAILS, type Detail } from "../rules.ts";
import { LockScreenPreview } from "./lock-screen-preview.tsx";
import styles from "./settings.module.css";

type LockScreenProps = { settings: ReminderSettings; onChange: (change: SettingsChange) => void };

/** How much a message shows before the phone is unlocked, with an example of each. */
export function LockScreen({ settings, onChange }: LockScreenProps) {
  return (
    <Card as={Section} size="part" title="What a locked screen shows">
      <div className={styles.part}>
        <Radio.Group
          label="On all your devices"
          description="Whoever holds the phone can read it. A device may have a choice of its own."
          value={settings.lockScreen}
          onChange={(next) => onChange({ lockScreen: next as Detail })}
        >
          <div className={styles.choices}>
            {DETAILS.map((detail) => (
              <div key={detail} className={styles.choice}>
                <Radio value={detail} label={DETAIL_NAMES[detail]} />
                <LockScreenPreview detail={detail} />
              </div>
            ))}
          </div>
        </Radio.Group>
        <Soft>To browsers it travels encrypted, whatever it says. A server of ntfy can read it.</Soft>
      </div>
    </Card>
  );
}
