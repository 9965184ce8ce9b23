import { Button } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Notebook } from "../../../lib/api.ts";
import { t } from "../../../lib/words/t.ts";
import { Actions } from "../../../ui/actions.tsx";
import { useHistoryLayer } from "../../../ui/history-layers.ts";
import { Loading } from "../../../ui/loading.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { ClockNote } from "../../notebooks/client/public.ts";
import type { OpenTask } from "../../updates/client/public.ts";
import { useComposed, useHandover, useShift } from "../client/use-handover.ts";
import { HandoverActions } from "../components/handover-actions.tsx";
import { HandoverBody } from "../components/handover-body.tsx";
import { ReadButton } from "../components/read-button.tsx";
import { Receipts } from "../components/receipts.tsx";
import { Reports } from "../components/reports.tsx";
import { formatSeen } from "../rules/compose.ts";
import { findNewest, listKeys } from "../rules/keys.ts";
import type { Handover } from "../schema.ts";
import styles from "./handover.module.css";

type HandoverScreenProps = {
  notebook: Notebook;
  openTask: OpenTask;
  /** The form of a handover note, which calls `onClose` when it is saved or left. */
  handOver: (onClose: () => void) => ReactNode;
};

/** `/care/:diaryId/handover`: everything since the reader was last here; with `?from=&until=` what happened in a span. */
export function HandoverScreen(props: HandoverScreenProps) {
  const { from, until } = useSearch({ from: "/signed-in/care/$diaryId/handover" });
  if (from !== undefined && until !== undefined)
    return <ShiftPage {...props} span={{ fromTime: from, untilTime: until }} />;
  return <SincePage {...props} />;
}

function SincePage(props: HandoverScreenProps) {
  const { since } = useSearch({ from: "/signed-in/care/$diaryId/handover" });
  const navigate = useNavigate({ from: "/care/$diaryId/handover" });
  const handover = useHandover(props.notebook._id, since);
  // The line stays where it was when the page was opened, also when it is loaded again. A layout effect, so that it never
  // replaces the navigation of a press on what appears with it.
  const line = handover?.since;
  useLayoutEffect(() => {
    if (since === undefined && line !== undefined) void navigate({ search: { since: line }, replace: true });
  }, [since, line, navigate]);
  return (
    <div className={styles.page}>
      {handover ? (
        <Shown {...props} handover={handover} />
      ) : (
        <>
          <PageHeader title={t("handover.title")} />
          <Loading label={t("handover.loading")} rows={5} />
        </>
      )}
    </div>
  );
}

function ShiftPage({
  span,
  ...props
}: HandoverScreenProps & { span: { fromTime: number; untilTime: number } }) {
  const handover = useShift(props.notebook._id, span);
  return (
    <div className={styles.page}>
      {handover ? (
        <Shown {...props} handover={handover} span={span} />
      ) : (
        <>
          <PageHeader title={t("handover.report")} />
          <Loading label={t("handover.loading")} rows={5} />
        </>
      )}
    </div>
  );
}

type ShownProps = HandoverScreenProps & {
  handover: Handover;
  span?: { fromTime: number; untilTime: number };
};

function Shown({ notebook, openTask, handOver, handover, span }: ShownProps) {
  const page = useComposed(handover);
  const [firstKeys] = useState(() => new Set(listKeys(handover)));
  const newCount = listKeys(handover).filter((key) => !firstKeys.has(key)).length;
  const [isHandingOver, setIsHandingOver] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  useHistoryLayer(isHandingOver, () => setIsHandingOver(false));
  const close = () => {
    flushSync(() => setIsHandingOver(false));
    opener.current?.focus();
  };
  return (
    <>
      <PageHeader title={span ? t("handover.report") : t("handover.title")} subtitle={page.heading} isDense>
        {!span && !isHandingOver && notebook.permissions.includes("notes.create") && (
          <Button
            ref={opener}
            leftSection={<IconPencil size={20} aria-hidden="true" />}
            onClick={() => setIsHandingOver(true)}
          >
            {t("handover.handOver")}
          </Button>
        )}
      </PageHeader>
      {isHandingOver && handOver(close)}
      <ClockNote notebookId={notebook._id} />
      <p className="visually-hidden" aria-live="polite">
        {newCount > 0 ? t("handover.came", { count: newCount }) : ""}
      </p>
      <HandoverBody
        notebook={notebook}
        page={page}
        isNew={({ key, at }) => at !== null && !firstKeys.has(key)}
        openTask={openTask}
      />
      {!span && (
        <>
          <ReadButton handover={handover} />
          <Receipts diaryId={notebook._id} timeZone={handover.timeZone} newestAt={findNewest(handover)} />
        </>
      )}
      <Actions className={`${styles.actions} no-print`}>
        <HandoverActions notebook={notebook} {...(span && { span })} />
      </Actions>
      {span && <Reports notebook={notebook} span={span} />}
      <p className={styles.printed}>{formatSeen(handover)}</p>
    </>
  );
}
