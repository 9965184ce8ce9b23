import { Button, Group, Radio, Stack, TextInput } from "@mantine/core";
import { useMutation } from "convex/react";
import { type FormEvent, useRef, useState } from "react";
import { api } from "../../../../lib/api.ts";
import { addDays, getDayStart, isDay } from "../../../../lib/dates/zone-day.ts";
import { getErrorMessage } from "../../../../lib/error-message.ts";
import { EXPORT_FORMATS, type ExportFormat } from "../../../../lib/export-formats.ts";
import { Modal } from "../../../../ui/modal.tsx";
import { EXPORT_FORMAT_NAMES, EXPORT_TYPE_WORDS, REPORT_WORDS } from "../../client/report-words.ts";
import { EXPORT_TYPE_NAMES, EXPORT_TYPES, type ExportType, exportProblem } from "../../rules/reports.ts";
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
  const [problems, setProblems] = useState<{ first?: string; last?: string; all?: string }>({});
  const [isSending, setIsSending] = useState(false);
  const firstField = useRef<HTMLInputElement>(null);
  const lastField = useRef<HTMLInputElement>(null);
  const isAllowedFormat = (one: ExportFormat, of = exportType) =>
    exportProblem({ exportType: of, format: one }) === null;

  function chooseType(value: string) {
    setExportType(value as ExportType);
    if (!isAllowedFormat(format, value as ExportType)) setFormat("json");
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    const found = dayProblems(first, last);
    setProblems(found);
    if (found.first) return firstField.current?.focus();
    if (found.last) return lastField.current?.focus();
    setIsSending(true);
    try {
      await create({
        diaryProgramId,
        exportType,
        format,
        ...(first && { from: getDayStart(first, timeZone) }),
        // Includes all of the last day.
        ...(last && { to: getDayStart(addDays(last, 1), timeZone) - 1 }),
      });
      onClose();
    } catch (error) {
      console.error(REPORT_WORDS.createFailed, error);
      setProblems({ all: getErrorMessage(error, REPORT_WORDS.createFailed) });
    }
    setIsSending(false);
  }

  return (
    <Modal opened={opened} onClose={onClose} title="New export">
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack>
          <Radio.Group label="What" value={exportType} onChange={chooseType}>
            <div className={styles.choices}>
              {EXPORT_TYPES.map((type) => (
                <Radio
                  key={type}
                  value={type}
                  label={EXPORT_TYPE_NAMES[type]}
                  description={EXPORT_TYPE_WORDS[type]}
                />
              ))}
            </div>
          </Radio.Group>
          <Radio.Group label="As" value={format} onChange={(value) => setFormat(value as ExportFormat)}>
            <div className={styles.choices}>
              {EXPORT_FORMATS.filter((one) => isAllowedFormat(one)).map((one) => (
                <Radio key={one} value={one} label={EXPORT_FORMAT_NAMES[one]} />
              ))}
            </div>
          </Radio.Group>
          <Group grow align="start">
            <TextInput
              ref={firstField}
              type="date"
              label="First day (optional)"
              value={first}
              error={problems.first}
              onChange={({ currentTarget }) => setFirst(currentTarget.value)}
            />
            <TextInput
              ref={lastField}
              type="date"
              label="Last day (optional)"
              value={last}
              error={problems.last}
              onChange={({ currentTarget }) => setLast(currentTarget.value)}
            />
          </Group>
          {problems.all && (
            <p role="alert" className={styles.problem}>
              {problems.all}
            </p>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={isSending}>
              Make export
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

function dayProblems(first: string, last: string): { first?: string; last?: string } {
  if (first && !isDay(first)) return { first: REPORT_WORDS.day };
  if (last && !isDay(last)) return { last: REPORT_WORDS.day };
  return first && last && last < first ? { last: REPORT_WORDS.order } : {};
}
