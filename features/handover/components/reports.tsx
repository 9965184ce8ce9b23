import { Button } from "@mantine/core";
import { IconFileExport } from "@tabler/icons-react";
import { useMutation } from "convex/react";
import { useState } from "react";
import { api, type Export, type Notebook } from "../../../lib/api.ts";
import { getErrorMessage } from "../../../lib/error-message.ts";
import { t } from "../../../lib/words/t.ts";
import { notifyFailure } from "../../../ui/notify.ts";
import { ExportsPanel } from "../../exports/client/public.ts";
import { formatSpan } from "../rules/words.ts";

type Span = { fromTime: number; untilTime: number };

/** The reports that the reader made as PDF, and the button that makes one of this span. */
export function Reports({ notebook, span }: { notebook: Notebook; span: Span }) {
  const create = useMutation(api.exports.createExport);
  const [isSending, setIsSending] = useState(false);
  const on = { kind: "shift-report", subjectId: notebook._id };

  async function make() {
    setIsSending(true);
    try {
      await create({ ...on, format: "pdf", parameters: span });
    } catch (error) {
      console.error("exports.createExport failed", error);
      notifyFailure(getErrorMessage(error, t("handover.notMade")));
    }
    setIsSending(false);
  }

  const formatReport = ({ parameters, generatedAt }: Export) => {
    const { fromTime, untilTime } = parameters as Span;
    const words = { now: generatedAt ?? Date.now(), timeZone: notebook.timeZone };
    return { name: t("handover.report"), range: formatSpan(fromTime, untilTime, words) };
  };

  return (
    <div className="no-print">
      <ExportsPanel
        {...on}
        timeZone={notebook.timeZone}
        wordsOf={formatReport}
        title={t("handover.reports")}
        hint={t("handover.reportsHint")}
      >
        <Button
          variant="default"
          leftSection={<IconFileExport size={20} aria-hidden="true" />}
          loading={isSending}
          onClick={() => void make()}
        >
          {t("handover.makeReport")}
        </Button>
      </ExportsPanel>
    </div>
  );
}
