import { Button } from "@mantine/core";
import { IconMail, IconReport } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { Notebook } from "../../../lib/api.ts";
import { getShownId } from "../../../lib/shown-id.ts";
import { t } from "../../../lib/words/t.ts";
import { createLazyPart } from "../../../ui/lazy-part.tsx";
import { PrintButton } from "../../../ui/print-button.tsx";

const ShiftDialog = createLazyPart(() => import("./shift-dialog.tsx").then((m) => m.ShiftDialog));
const SendDialog = createLazyPart(() => import("./send-dialog.tsx").then((m) => m.SendDialog));

type HandoverActionsProps = { notebook: Notebook; span?: { fromTime: number; untilTime: number } };

/** What can be done with the page: make a report of a span, print it, send a link to it. */
export function HandoverActions({ notebook, span }: HandoverActionsProps) {
  const navigate = useNavigate();
  const [opened, setOpened] = useState<"shift" | "send" | null>(null);
  const params = { diaryId: getShownId(notebook) };
  const mayWrite = notebook.permissions.includes("notes.create");
  const close = () => setOpened(null);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconReport size={20} aria-hidden="true" />}
        onClick={() => setOpened("shift")}
      >
        {t("handover.report")}
      </Button>
      {span && <PrintButton />}
      {mayWrite && (
        <Button
          variant="default"
          leftSection={<IconMail size={20} aria-hidden="true" />}
          onClick={() => setOpened("send")}
        >
          {t("handover.sendLink")}
        </Button>
      )}
      {opened === "shift" && (
        <ShiftDialog
          timeZone={notebook.timeZone}
          opened
          onClose={close}
          onChoose={({ fromTime, untilTime }) => {
            close();
            void navigate({
              to: "/care/$diaryId/handover",
              params,
              search: { from: fromTime, until: untilTime },
            });
          }}
        />
      )}
      {opened === "send" && (
        <SendDialog diaryId={notebook._id} {...(span && { span })} opened onClose={close} />
      )}
    </>
  );
}
