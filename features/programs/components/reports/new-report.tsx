import { Button } from "@mantine/core";
import { IconFileExport } from "@tabler/icons-react";
import { useState } from "react";
import type { Notebook } from "../../../../lib/api.ts";
import { createLazyPart } from "../../../../ui/lazy-part.tsx";

const ReportForm = createLazyPart(() => import("./report-form.tsx").then((m) => m.ReportForm));

type NewReportProps = {
  /** The activated program. */
  diaryProgramId: string;
  notebook: Pick<Notebook, "timeZone" | "permissions">;
  label: string;
};

/** The button that asks for the parts to export, and begins it; nothing for users who may not export. */
export function NewReport({ diaryProgramId, notebook, label }: NewReportProps) {
  const [formNumber, setFormNumber] = useState(0);
  const [isOpen, setIsOpen] = useState(false);
  if (!notebook.permissions.includes("exports.make")) return null;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFileExport size={20} aria-hidden="true" />}
        aria-haspopup="dialog"
        onClick={() => {
          setFormNumber(formNumber + 1);
          setIsOpen(true);
        }}
      >
        {label}
      </Button>
      {formNumber > 0 && (
        <ReportForm
          key={formNumber}
          diaryProgramId={diaryProgramId}
          timeZone={notebook.timeZone}
          opened={isOpen}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
