import { Button, Popover } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconRepeat } from "@tabler/icons-react";
import { useState } from "react";
import type { Recurrence } from "../../../../lib/recurrence/recurrence.ts";
import { describeRecurrence } from "../../../../lib/recurrence/recurrence-words.ts";
import { t } from "../../../../lib/words/t.ts";
import { useHistoryLayer } from "../../../../ui/history-layers.ts";
import { RecurrenceEditor } from "../../../../ui/recurrence-editor/recurrence-editor.tsx";
import styles from "./frequency-field.module.css";

type FrequencyFieldProps = {
  /** The activity's title. */
  title: string;
  value: Recurrence | null;
  onChange: (value: Recurrence) => void;
};

/**
 * Shows and edits an activity's recurrence: in a popover on wide screens, inline on a phone, where a popover would
 * cover the activity.
 */
export function FrequencyField({ title, value, onChange }: FrequencyFieldProps) {
  const [isOpen, setIsOpen] = useState(false);
  const isWide = useMediaQuery("(min-width: 48em)");
  useHistoryLayer(isOpen && Boolean(isWide), () => setIsOpen(false));
  const label = value ? describeRecurrence(value) : t("activation.noRecurrence");
  const editor = <RecurrenceEditor value={value} onChange={onChange} hours />;
  const button = (
    <Button
      variant="default"
      leftSection={<IconRepeat size={18} aria-hidden="true" />}
      aria-label={t("activation.changeHowOften", { frequency: label, title })}
      aria-expanded={isOpen}
      onClick={() => setIsOpen(!isOpen)}
    >
      {label}
    </Button>
  );
  if (isWide) {
    return (
      <div>
        <Popover
          opened={isOpen}
          onChange={setIsOpen}
          width={360}
          position="bottom-start"
          trapFocus
          returnFocus
          shadow="md"
        >
          <Popover.Target>{button}</Popover.Target>
          <Popover.Dropdown aria-label={t("activation.howOften", { title })}>{editor}</Popover.Dropdown>
        </Popover>
      </div>
    );
  }
  return (
    <div>
      {button}
      {isOpen && (
        <fieldset
          className={styles.inline}
          onKeyDown={(event) => {
            // Enter must not submit the step.
            if (event.key === "Enter" && event.target instanceof HTMLInputElement) event.preventDefault();
          }}
        >
          <legend className="visually-hidden">{t("activation.howOften", { title })}</legend>
          {editor}
        </fieldset>
      )}
    </div>
  );
}
