import { Group, Radio, TextInput } from "@mantine/core";
import { useMutation } from "convex/react";
import { useRef, useState } from "react";
import { api } from "../../../../lib/api.ts";
import { addDays, getDayStart, isDay } from "../../../../lib/dates/zone-day.ts";
import { EXPORT_FORMATS, type ExportFormat } from "../../../../lib/export-formats.ts";
import type { Key } from "../../../../lib/words/keys.ts";
import { t } from "../../../../lib/words/t.ts";
import { FormDialog } from "../../../../ui/form-dialog.tsx";
import { useSubmit } from "../../../../ui/use-submit.ts";
import { EXPORT_TYPES, type ExportType, exportProblem, TYPE_KEYS } from "../../rules/reports.ts";
import styles from "./report-form.module.css";

type ReportFormProps = {
  diaryProgramId: string;
  timeZone: string;
  opened: boolean;
  onClose: () => void;
};

/** The dialog "New export": type, format and period. */
export function ReportForm({ diaryProgramId, timeZone, opened, onClose }: ReportFormProps) {
  const create = useMutation(api.programExports.createExport);
  const [exportType, setExportType] = useState<ExportType>("phase-report");
  const [format, setFormat] = useState<ExportFormat>("pdf");
  const [first, setFirst] = useState("");
  const [last, setLast] = useState("");
  const [problems, setProblems] = useState<DayProblems>({});
  const { isBusy, problem, onSubmit } = useSubmit(t("reportform.notStarted"));
  const firstField = useRef<HTMLInputElement>(null);
  const lastField = useRef<HTMLInputElement>(null);
  const isAllowedFormat = (one: ExportFormat, of = exportType) =>
    exportProblem({ exportType: of, format: one }) === null;

  function chooseType(value: string) {
    setExportType(value as ExportType);
    if (!isAllowedFormat(format, value as ExportType)) setFormat("json");
  }

  function submit() {
    const found = dayProblems(first, last);
    setProblems(found);
    if (found.first) return firstField.current?.focus();
    if (found.last) return lastField.current?.focus();
    return create({
      diaryProgramId,
      exportType,
      format,
      ...(first && { from: getDayStart(first, timeZone) }),
      // Includes all of the last day.
      ...(last && { to: getDayStart(addDays(last, 1), timeZone) - 1 }),
    }).then(onClose);
  }

  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t("reportform.title")}
      submit={t("reportform.make")}
      isBusy={isBusy}
      problem={problem}
      onSubmit={onSubmit(submit)}
    >
      <Radio.Group label={t("reportform.what")} value={exportType} onChange={chooseType}>
        <div className={styles.choices}>
          {EXPORT_TYPES.map((type) => (
            <Radio
              key={type}
              value={type}
              label={t("programexports.type", { type: TYPE_KEYS[type] })}
              description={t("reportform.content", { type: TYPE_KEYS[type] })}
            />
          ))}
        </div>
      </Radio.Group>
      <Radio.Group
        label={t("reportform.as")}
        value={format}
        onChange={(value) => setFormat(value as ExportFormat)}
      >
        <div className={styles.choices}>
          {EXPORT_FORMATS.filter((one) => isAllowedFormat(one)).map((one) => (
            <Radio key={one} value={one} label={t("reportform.format", { format: one })} />
          ))}
        </div>
      </Radio.Group>
      <Group grow align="start">
        <TextInput
          ref={firstField}
          type="date"
          label={t("reportform.firstDay")}
          value={first}
          error={problems.first && t(problems.first)}
          onChange={({ currentTarget }) => setFirst(currentTarget.value)}
        />
        <TextInput
          ref={lastField}
          type="date"
          label={t("reportform.lastDay")}
          value={last}
          error={problems.last && t(problems.last)}
          onChange={({ currentTarget }) => setLast(currentTarget.value)}
        />
      </Group>
    </FormDialog>
  );
}

type DayProblems = { first?: Key; last?: Key };

function dayProblems(first: string, last: string): DayProblems {
  if (first && !isDay(first)) return { first: "reportform.wrongDay" };
  if (last && !isDay(last)) return { last: "reportform.wrongDay" };
  return first && last && last < first ? { last: "reportform.lastFirst" } : {};
}
