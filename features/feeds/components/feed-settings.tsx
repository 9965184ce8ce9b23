import { NativeSelect, Radio } from "@mantine/core";
import { t } from "../../../lib/words/t.ts";
import {
  ALARM_MINUTES,
  type AlarmMinutes,
  DETAILS,
  type Detail,
  type FeedSettings,
  WHOSE,
  type Whose,
} from "../rules.ts";
import styles from "./feeds.module.css";

type FeedSettingsFieldsProps = { value: FeedSettings; onChange: (value: FeedSettings) => void };

/** The settings of a feed: which tasks, how much detail, and an alarm. */
export function FeedSettingsFields({ value, onChange }: FeedSettingsFieldsProps) {
  const set = (change: Partial<FeedSettings>) => onChange({ ...value, ...change });
  return (
    <>
      <Radio.Group
        label={t("feeds.tasks")}
        value={value.whose}
        onChange={(whose) => set({ whose: whose as Whose })}
      >
        <div className={styles.choices}>
          {WHOSE.map((each) => (
            <Radio
              key={each}
              value={each}
              label={t("feeds.whose", { whose: each })}
              description={t("feeds.whoseText", { whose: each })}
            />
          ))}
        </div>
      </Radio.Group>
      <Radio.Group
        label={t("feeds.says")}
        value={value.detail}
        onChange={(detail) => set({ detail: detail as Detail })}
      >
        <div className={styles.choices}>
          {DETAILS.map((each) => (
            <Radio
              key={each}
              value={each}
              label={t("feeds.detail", { detail: each })}
              description={t("feeds.detailText", { detail: each })}
            />
          ))}
        </div>
      </Radio.Group>
      <NativeSelect
        label={t("feeds.alarm")}
        description={t("feeds.alarmText")}
        value={value.alarmMinutes ?? ""}
        data={[
          { value: "", label: t("feeds.alarmAt", { minutes: "none" }) },
          ...ALARM_MINUTES.map((each) => ({
            value: String(each),
            label: t("feeds.alarmAt", { minutes: String(each) }),
          })),
        ]}
        onChange={({ currentTarget: { value: chosen } }) =>
          set({ alarmMinutes: chosen === "" ? null : (Number(chosen) as AlarmMinutes) })
        }
      />
    </>
  );
}
