import { Button } from "@mantine/core";
import { IconFileExport } from "@tabler/icons-react";
import { useMutation } from "convex/react";
import { useState } from "react";
import { api, type Export, type Notebook } from "../../../lib/api.ts";
import { getErrorMessage } from "../../../lib/error-message.ts";
import { notifyFailure } from "../../../ui/notify.ts";
import { ExportsPanel } from "../../exports/client/public.ts";
import { formatSpan } from "../rules/words.ts";

type Span = { fromTime: number; untilTime: number };

const FAILED = "The report couldn't be made. Please try again.";

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
      console.error(FAILED, error);
      notifyFailure(getErrorMessage(error, FAILED));
    }
    setIsSending(false);
  }

  const formatReport = ({ parameters, generatedAt }: Export) => {
    const { fromTime, untilTime } = parameters as Span;
    const words = { now: generatedAt ?? Date.now(), timeZone: notebook.timeZone };
    return { name: "Shift report", range: formatSpan(fromTime, untilTime, words) };
  };

  return (
    <div className="no-print">
      <ExportsPanel
        {...on}
        timeZone={notebook.timeZone}
        wordsOf={formatReport}
        title="Reports as PDF"
        hint="A report shows what you may see. Nobody else can download yours; each member makes their own."
      >
        <Button
          variant="default"
          leftSection={<IconFileExport size={20} aria-hidden="true" />}
          loading={isSending}
          onClick={() => void make()}
        >
          Make a PDF of this report
        </Button>
      </ExportsPanel>
    </div>
  );
}
