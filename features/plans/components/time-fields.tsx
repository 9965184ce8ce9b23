import { ActionIcon, Button, TextInput } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { t } from "../../../lib/words/t.ts";
import type { Problems } from "../client/plan-args.ts";
import { createTime, type TimeValue } from "../client/plan-values.ts";
import { MAX_TIMES } from "../rules/schedule.ts";
import styles from "./plan-fields.module.css";

type TimeFieldsProps = {
  times: TimeValue[];
  /** The key of another time. */
  nextKey: number;
  /** How many there are at least and at most. */
  least?: number;
  most?: number;
  problems: Problems;
  /** Before the name of a field in `problems`. */
  path: string;
  onChange: (times: TimeValue[]) => void;
};

/** The times of a day, each a field of its own. */
export function TimeFields(props: TimeFieldsProps) {
  const { times, nextKey, least = 1, most = MAX_TIMES, problems, path, onChange } = props;
  const [added, setAdded] = useState<number | null>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  return (
    <>
      <ul className={styles.times}>
        {times.map((time, index) => (
          <li key={time.key} className={styles.time}>
            <TextInput
              type="time"
              label={times.length > 1 ? t("planedit.timeNumber", { number: index + 1 }) : t("planedit.time")}
              autoFocus={time.key === added}
              value={time.at}
              error={problems[`${path}at.${time.key}`]}
              onChange={({ currentTarget: { value } }) =>
                onChange(times.map((other) => (other === time ? { ...other, at: value } : other)))
              }
            />
            {times.length > least && (
              <ActionIcon
                variant="subtle"
                color="red"
                size={44}
                aria-label={t("planedit.removeTime", { number: index + 1 })}
                onClick={() => {
                  onChange(times.filter((other) => other !== time));
                  addButton.current?.focus();
                }}
              >
                <IconTrash size={22} />
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
      {times.length < most && (
        <Button
          ref={addButton}
          variant="default"
          className={styles.add}
          leftSection={<IconPlus size={20} aria-hidden="true" />}
          onClick={() => {
            setAdded(nextKey);
            onChange([...times, createTime(nextKey)]);
          }}
        >
          {t("planedit.addTime")}
        </Button>
      )}
    </>
  );
}
