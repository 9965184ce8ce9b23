import { Button } from "@mantine/core";
import { IconFileExport } from "@tabler/icons-react";
import { useMutation } from "convex/react";
import { useState } from "react";
import { api, type Export, type Notebook } from "../../../lib/api.ts";
import { monthOfDay } from "../../../lib/dates/zone-day.ts";
import { getErrorMessage } from "../../../lib/error-message.ts";
import { t } from "../../../lib/words/t.ts";
import { notifyFailure } from "../../../ui/notify.ts";
import { ExportsPanel, type ExportWords } from "../../exports/client/public.ts";

type DoseSheetsProps = {
  notebook: Pick<Notebook, "_id" | "timeZone">;
  month: string;
  planId?: string | undefined;
};

/** The sheets of doses that were made, and the button that makes one of this month. */
export function DoseSheets({ notebook, month, planId }: DoseSheetsProps) {
  const create = useMutation(api.exports.createExport);
  const [isSending, setIsSending] = useState(false);
  const on = { kind: "dose-sheet", subjectId: notebook._id };

  async function make() {
    setIsSending(true);
    try {
      await create({ ...on, format: "pdf", parameters: { month, ...(planId && { planId }) } });
    } catch (error) {
      console.error("A sheet of doses wasn't started", error);
      notifyFailure(getErrorMessage(error, t("dosemonth.notMade")));
    }
    setIsSending(false);
  }

  return (
    <ExportsPanel
      {...on}
      timeZone={notebook.timeZone}
      wordsOf={formatExport}
      title={t("dosemonth.sheets")}
      hint={t("dosemonth.sheetsHint")}
    >
      <Button
        variant="default"
        leftSection={<IconFileExport size={20} aria-hidden="true" />}
        loading={isSending}
        onClick={() => void make()}
      >
        {t("dosemonth.makeSheet", { month: monthOfDay(`${month}-01`) })}
      </Button>
    </ExportsPanel>
  );
}

function formatExport({ parameters }: Export): ExportWords {
  const { month: days, planId } = parameters as { month: string; planId?: string };
  const month = monthOfDay(`${days}-01`);
  return {
    name: t("dosemonth.exportName"),
    range: planId ? t("dosemonth.exportOne", { month }) : month,
  };
}
