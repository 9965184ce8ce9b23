import { useRef, useState } from "react";
import { api, type Notebook, type ProgramExport } from "../../../lib/api.ts";
import { List } from "../../../ui/list.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { Question } from "../../../ui/question.tsx";
import { Section } from "../../../ui/section.tsx";
import { Soft } from "../../../ui/text.tsx";
import { useLiveQuery } from "../../../ui/use-live-query.ts";
import { useNow } from "../../../ui/use-now.ts";
import { EXPORT_WORDS } from "../client/export-words.ts";
import { useExportActions } from "../client/use-export-actions.ts";
import { EXPORT_TYPE_NAMES } from "../rules.ts";
import { ExportRow } from "./export-row.tsx";
import styles from "./exports-panel.module.css";
import { NewExport } from "./new-export.tsx";

type ExportsPanelProps = {
  /** The activated program. */
  diaryProgramId: string;
  notebook: Pick<Notebook, "timeZone" | "permissions">;
};

/** The exports of a program, live: creating, downloading, deleting. Renders nothing for viewers, who may not export. */
export function ExportsPanel({ diaryProgramId, notebook }: ExportsPanelProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const now = useNow();
  const mayMake = notebook.permissions.includes("exports.make");
  const list = useLiveQuery(api.programExports.listExports, mayMake ? { diaryProgramId } : null);
  const { download, remove } = useExportActions(diaryProgramId);
  const [deleting, setDeleting] = useState<ProgramExport | null>(null);
  if (!mayMake) return null;

  function removeAsked() {
    if (deleting) void remove(deleting);
    setDeleting(null);
    // The focused button disappears with its row.
    setTimeout(() => heading.current?.focus({ preventScroll: true }));
  }

  return (
    <Section
      title={list ? `Exports (${list.length})` : "Exports"}
      headingRef={heading}
      isApart
      className={styles.panel}
    >
      <Soft className={styles.hint}>{EXPORT_WORDS.hint}</Soft>
      <p className="visually-hidden" aria-live="polite">
        {announcementOf(list)}
      </p>
      <NewExport diaryProgramId={diaryProgramId} notebook={notebook} label="New export" />
      {!list && <Loading label="Loading exports..." rows={1} />}
      {list?.length === 0 && <Soft className={styles.none}>{EXPORT_WORDS.none}</Soft>}
      {list && list.length > 0 && (
        <List gap="none" isRuled className={styles.list}>
          {list.map((entry) => (
            <ExportRow
              key={entry._id}
              entry={entry}
              timeZone={notebook.timeZone}
              now={now}
              onDownload={download}
              onDelete={setDeleting}
            />
          ))}
        </List>
      )}
      <Question
        opened={deleting !== null}
        title="Delete export"
        confirm="Delete"
        onConfirm={removeAsked}
        onCancel={() => setDeleting(null)}
      >
        <p>{EXPORT_WORDS.deleteQuestion}</p>
        {deleting && <p className={styles.named}>{deleting.filename}</p>}
      </Question>
    </Section>
  );
}

/** The screen reader announcement when the newest export's status changes. */
function announcementOf(list: ProgramExport[] | undefined): string {
  const newest = list?.[0];
  if (!newest || newest.status === "expired") return "";
  const states = { making: "is being made", ready: "is ready", failed: "couldn't be made" };
  return `${EXPORT_TYPE_NAMES[newest.exportType]} ${states[newest.status]}`;
}
