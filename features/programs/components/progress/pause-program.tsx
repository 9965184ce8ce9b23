import { Radio, Stack, TextInput } from "@mantine/core";
import { type FormEvent, useRef, useState } from "react";
import { addDays, getDayStart, isDay, toDayInZone } from "../../../../lib/dates/zone-day.ts";
import { t } from "../../../../lib/words/t.ts";
import { FormEnd } from "../../../../ui/form-end.tsx";

type PauseProgramProps = {
  timeZone: string;
  isBusy: boolean;
  /** `until`: the start of the day of resumption, epoch ms; absent to pause until a member resumes it. */
  onPause: (until: number | undefined) => void;
  onBack: () => void;
};

/** Selects how long a program is paused. */
export function PauseProgram({ timeZone, isBusy, onPause, onBack }: PauseProgramProps) {
  const tomorrow = addDays(toDayInZone(Date.now(), timeZone), 1);
  const last = addDays(tomorrow, 364);
  const [length, setLength] = useState<"open" | "day">("open");
  const [day, setDay] = useState(addDays(tomorrow, 6));
  const [problem, setProblem] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (length === "open") return onPause(undefined);
    if (!isDay(day) || day < tomorrow || day > last) {
      setProblem(t("managing.wrongDay"));
      field.current?.focus();
      return;
    }
    onPause(getDayStart(day, timeZone));
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Radio.Group
          label={t("managing.howLong")}
          value={length}
          onChange={(value) => setLength(value as "open" | "day")}
        >
          <Radio value="open" label={t("managing.untilResumed")} data-autofocus />
          <Radio value="day" label={t("managing.untilDay")} />
        </Radio.Group>
        {length === "day" && (
          <TextInput
            ref={field}
            type="date"
            label={t("managing.goesOnOn")}
            min={tomorrow}
            max={last}
            value={day}
            error={problem}
            onChange={({ currentTarget }) => {
              setDay(currentTarget.value);
              setProblem(null);
            }}
          />
        )}
        <FormEnd
          submit={t("managing.pauseProgram")}
          cancel={t("managing.back")}
          isBusy={isBusy}
          onCancel={onBack}
        />
      </Stack>
    </form>
  );
}
