import { ActionIcon, Button, TextInput } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { Problem } from "../../../ui/text.tsx";
import type { Problems } from "../client/plan-args.ts";
import { createTime, getNextKey, type TimeValue } from "../client/plan-values.ts";
import { MAX_TIMES } from "../rules/schedule.ts";
import styles from "./plan-fields.module.css";

type TimeFieldsProps = {
  times: TimeValue[];
  problems: Problems;
  /** Before the name of a field in `problems`. */
  path: string;
  onChange: (times: TimeValue[]) => void;
};

/** The times of a day, each a field of its own. */
export function TimeFields({ times, problems, path, onChange }: TimeFieldsProps) {
  const [added, setAdded] = useState<number | null>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const whole = problems[`${path}times`];
  return (
    <>
      <ul className={styles.times}>
        {times.map((time, index) => (
          <li key={time.key} className={styles.time}>
            <TextInput
              type="time"
              label={times.length > 1 ? `Time ${index + 1}` : "Time"}
              autoFocus={time.key === added}
              value={time.at}
              error={problems[`${path}at.${time.key}`]}
              onChange={({ currentTarget: { value } }) =>
                onChange(times.map((other) => (other === time ? { ...other, at: value } : other)))
              }
            />
            {times.length > 1 && (
              <ActionIcon
                variant="subtle"
                color="red"
                size={44}
                aria-label={`Remove time ${index + 1}`}
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
      {whole && <Problem>{whole}</Problem>}
      {times.length < MAX_TIMES && (
        <Button
          ref={addButton}
          variant="default"
          className={styles.add}
          leftSection={<IconPlus size={20} aria-hidden="true" />}
          onClick={() => {
            const key = getNextKey(times);
            setAdded(key);
            onChange([...times, createTime(key)]);
          }}
        >
          Another time
        </Button>
      )}
    </>
  );
}
