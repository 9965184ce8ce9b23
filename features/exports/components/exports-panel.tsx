import { type ReactNode, useRef, useState } from "react";
import { api, type Export } from "../../../lib/api.ts";
import { shortDay, toDayInZone } from "../../../lib/dates/zone-day.ts";
import { t } from "../../../lib/words/t.ts";
import { List } from "../../../ui/list.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { Question } from "../../../ui/question.tsx";
import { Section } from "../../../ui/section.tsx";
import { Soft } from "../../../ui/text.tsx";
import { useLiveQuery } from "../../../ui/use-live-query.ts";
import { useNow } from "../../../ui/use-now.ts";
import { useExportActions } from "../client/use-export-actions.ts";
import { ExportRow, type ExportWords } from "./export-row.tsx";
import styles from "./exports-panel.module.css";

type ExportsPanelProps = {
  kind: string;
  subjectId: string;
  timeZone: string;
  /** The name of an export; `day` shows a moment as a day of the notebook. */
  wordsOf: (entry: Export, day: (ts: number) => string) => ExportWords;
  title?: string;
  hint: string;
  /** The button that asks for a new one. */
  children: ReactNode;
};

/** The exports of a subject, live: creating, downloading, deleting. For users who may export it. */
export function ExportsPanel({
  kind,
  subjectId,
  timeZone,
  wordsOf,
  title = t("exportlist.title"),
  hint,
  children,
}: ExportsPanelProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const now = useNow();
  const list = useLiveQuery(api.exports.listExports, { kind, subjectId });
  const { download, remove } = useExportActions({ kind, subjectId });
  const [deleting, setDeleting] = useState<Export | null>(null);
  const words = (entry: Export) => wordsOf(entry, (ts) => shortDay(toDayInZone(ts, timeZone)));

  function removeAsked() {
    if (deleting) void remove(deleting);
    setDeleting(null);
    // The focused button disappears with its row.
    setTimeout(() => heading.current?.focus({ preventScroll: true }));
  }

  return (
    <Section
      title={list ? t("exportlist.titleCount", { title, count: list.length }) : title}
      headingRef={heading}
      isApart
      className={styles.panel}
    >
      <Soft className={styles.hint}>{hint}</Soft>
      <p className="visually-hidden" aria-live="polite">
        {describeAttachmentNews(list?.[0], words)}
      </p>
      {children}
      {!list && <Loading label={t("exportlist.loading")} rows={1} />}
      {list?.length === 0 && <Soft className={styles.none}>{t("exportlist.none")}</Soft>}
      {list && list.length > 0 && (
        <List gap="none" isRuled className={styles.list}>
          {list.map((entry) => (
            <ExportRow
              key={entry._id}
              entry={entry}
              words={words(entry)}
              timeZone={timeZone}
              now={now}
              onDownload={download}
              onDelete={setDeleting}
            />
          ))}
        </List>
      )}
      <Question
        opened={deleting !== null}
        title={t("exportlist.deleteTitle")}
        confirm={t("exportlist.delete")}
        onConfirm={removeAsked}
        onCancel={() => setDeleting(null)}
      >
        <p>{t("exportlist.deleteText")}</p>
        {deleting && <p className={styles.named}>{deleting.filename}</p>}
      </Question>
    </Section>
  );
}

/** The screen reader announcement when the newest export's status changes. */
function describeAttachmentNews(newest: Export | undefined, wordsOf: (entry: Export) => ExportWords): string {
  if (!newest || newest.status === "expired") return "";
  return t("exportlist.news", { name: wordsOf(newest).name, status: newest.status });
}
