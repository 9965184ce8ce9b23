import { NativeSelect, Radio } from "@mantine/core";
import {
  ALARM_LABELS,
  ALARM_MINUTES,
  type AlarmMinutes,
  DETAIL_LABELS,
  DETAILS,
  type Detail,
  type FeedSettings,
  WHOSE,
  WHOSE_LABELS,
  type Whose,
} from "../rules.ts";
import styles from "./feeds.module.css";

const WHOSE_WORDS: Record<Whose, string> = {
  mine: "What is assigned to you, and what nobody has taken.",
  all: "Also what others do.",
};
const DETAIL_WORDS: Record<Detail, string> = {
  titles:
    "Google or Microsoft store them if you use their calendars. Tasks on private or encrypted notes have none.",
  neutral: "With the time and a link to it, and no name of anybody.",
};

type FeedSettingsFieldsProps = { value: FeedSettings; onChange: (value: FeedSettings) => void };

/** The settings of a feed: which tasks, how much detail, and an alarm. */
export function FeedSettingsFields({ value, onChange }: FeedSettingsFieldsProps) {
  const set = (change: Partial<FeedSettings>) => onChange({ ...value, ...change });
  return (
    <>
      <Radio.Group label="Tasks" value={value.whose} onChange={(whose) => set({ whose: whose as Whose })}>
        <div className={styles.choices}>
          {WHOSE.map((each) => (
            <Radio key={each} value={each} label={WHOSE_LABELS[each]} description={WHOSE_WORDS[each]} />
          ))}
        </div>
      </Radio.Group>
      <Radio.Group
        label="What the calendar says"
        value={value.detail}
        onChange={(detail) => set({ detail: detail as Detail })}
      >
        <div className={styles.choices}>
          {DETAILS.map((each) => (
            <Radio key={each} value={each} label={DETAIL_LABELS[each]} description={DETAIL_WORDS[each]} />
          ))}
        </div>
      </Radio.Group>
      <NativeSelect
        label="Alarm of the calendar"
        description="Tasks for a whole day ring at eight. Some calendars ignore alarms of links."
        value={value.alarmMinutes ?? ""}
        data={[
          { value: "", label: "No alarm" },
          ...ALARM_MINUTES.map((each) => ({ value: String(each), label: ALARM_LABELS[each] })),
        ]}
        onChange={({ currentTarget: { value: chosen } }) =>
          set({ alarmMinutes: chosen === "" ? null : (Number(chosen) as AlarmMinutes) })
        }
      />
    </>
  );
}
