import { Checkbox, Radio, Stack } from "@mantine/core";
import { useState } from "react";
import type { Notebook } from "../../../../lib/api.ts";
import { placeSideBySide } from "../../../../lib/side-by-side.ts";
import type { Key } from "../../../../lib/words/keys.ts";
import { writeMessage } from "../../../../lib/words/message.ts";
import { t } from "../../../../lib/words/t.ts";
import { DayAndTime, getMoment, NO_MOMENT, parseMoment } from "../../../../ui/day-and-time.tsx";
import { FormDialog } from "../../../../ui/form-dialog.tsx";
import { Soft } from "../../../../ui/text.tsx";
import { useSubmit } from "../../../../ui/use-submit.ts";
import { type Pause, usePauseWrites } from "../../client/use-pauses.ts";
import { PAUSE_MESSAGES } from "../../rules/messages.ts";
import { PAUSE_KINDS, type PauseKind } from "../../rules/pauses.ts";

type PauseDialogProps = {
  notebook: Notebook;
  /** The running plans to choose from. */
  plans: readonly { _id: string; name: string; strength: string }[];
  /** The pause whose time is changed; null for a new one. */
  pause: Pause | null;
  onClose: () => void;
};

const KINDS: Record<PauseKind, Key> = {
  hospital: "pausedialog.kindHospital",
  away: "pausedialog.kindAway",
  other: "pausedialog.kindOther",
};

/** Starts a pause, or changes when one begins and ends. */
export function PauseDialog({ notebook, plans, pause, onClose }: PauseDialogProps) {
  const { timeZone } = notebook;
  const writes = usePauseWrites(notebook);
  const [kind, setKind] = useState<PauseKind>("hospital");
  const [chosen, setChosen] = useState<string[] | null>(null);
  const [from, setFrom] = useState(() => parseMoment(pause?.from ?? Date.now(), timeZone));
  const [until, setUntil] = useState(() => (pause?.until ? parseMoment(pause.until, timeZone) : NO_MOMENT));
  const [problems, setProblems] = useState<{ plans?: string; from?: string; until?: string }>({});
  const form = useSubmit(t("pausedialog.notSaved"));

  function submit() {
    const fromAt = getMoment(from, timeZone);
    const untilAt = until.day === "" && until.time === "" ? null : getMoment(until, timeZone);
    const isEndMissing = untilAt === null && (until.day !== "" || until.time !== "");
    const found = {
      ...(chosen?.length === 0 && { plans: t("pausedialog.chooseOne") }),
      ...(fromAt === null && { from: t("pausedialog.chooseWhen") }),
      ...(isEndMissing && { until: t("pausedialog.chooseWhen") }),
      ...(fromAt !== null &&
        untilAt !== null &&
        untilAt <= fromAt && { until: writeMessage(PAUSE_MESSAGES.order) }),
    };
    setProblems(found);
    if (Object.keys(found).length > 0 || fromAt === null) return null;
    // What wasn't touched keeps its seconds.
    const isFromKept = pause && fromAt === getMoment(parseMoment(pause.from, timeZone), timeZone);
    return save({ fromAt: isFromKept ? pause.from : fromAt, untilAt });
  }

  async function save(times: { fromAt: number; untilAt: number | null }) {
    if (pause) await writes.change(pause, times);
    else await writes.start({ kind, planIds: chosen, ...times });
    onClose();
  }

  return (
    <FormDialog
      onClose={onClose}
      title={t(pause ? "pausedialog.changeTitle" : "pausedialog.title")}
      submit={t(pause ? "pausedialog.save" : "pausedialog.pause")}
      isBusy={form.isBusy}
      problem={form.problem}
      onSubmit={form.onSubmit(submit)}
    >
      {!pause && (
        <>
          <Soft>{t("pausedialog.text")}</Soft>
          <Radio.Group
            label={t("pausedialog.why")}
            value={kind}
            onChange={(value) => setKind(value as PauseKind)}
          >
            <Stack gap="xs">
              {PAUSE_KINDS.map((each) => (
                <Radio key={each} value={each} label={t(KINDS[each])} />
              ))}
            </Stack>
          </Radio.Group>
          <Radio.Group
            label={t("pausedialog.which")}
            value={chosen === null ? "all" : "some"}
            onChange={(value) => setChosen(value === "all" ? null : [])}
            error={problems.plans}
          >
            <Stack gap="xs">
              <Radio value="all" label={t("pausedialog.all")} />
              <Radio value="some" label={t("pausedialog.some")} />
            </Stack>
          </Radio.Group>
          {chosen !== null && (
            <Checkbox.Group aria-label={t("pausedialog.list")} value={chosen} onChange={setChosen}>
              <Stack gap="xs" pl="md">
                {plans.map(({ _id, name, strength }) => (
                  <Checkbox
                    key={_id}
                    value={_id}
                    label={placeSideBySide([name || t("pauses.aPlan"), strength])}
                  />
                ))}
              </Stack>
            </Checkbox.Group>
          )}
        </>
      )}
      <DayAndTime label={t("pausedialog.from")} value={from} onChange={setFrom} error={problems.from} />
      <DayAndTime
        label={t("pausedialog.until")}
        description={t("pausedialog.untilHint")}
        value={until}
        onChange={setUntil}
        error={problems.until}
      />
    </FormDialog>
  );
}
