import { Button } from "@mantine/core";
import { IconLock, IconPill, IconPlus, IconPrinter } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import type { Notebook } from "../../../lib/api.ts";
import { shownId } from "../../../lib/shown-id.ts";
import { shortDate } from "../../../lib/time.ts";
import { dayInWords, dayInZone, longDay } from "../../../lib/zone-day.ts";
import { Actions } from "../../../ui/actions.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { LinkButton } from "../../../ui/link-button.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { Section } from "../../../ui/section.tsx";
import { Fact, Facts, Soft } from "../../../ui/text.tsx";
import { useNow } from "../../../ui/use-now.ts";
import { VisibilityMark } from "../../notes/client/public.ts";
import { type RowEntry, startEntry } from "../client/row-entry.ts";
import { type LatestList, useLatestList } from "../client/use-latest-list.ts";
import { Allergies } from "../components/allergies.tsx";
import { CurrentList } from "../components/current-list.tsx";
import { ListHistory } from "../components/list-history.tsx";
import { ListNotices } from "../components/list-notices.tsx";
import { MedicationTable } from "../components/medication-table.tsx";
import { PrintFacts, personWords } from "../components/print-facts.tsx";
import { MEDICATION_MESSAGES } from "../rules.ts";
import styles from "./medications.module.css";

const RowDialog = lazy(() =>
  import("../components/row-dialog.tsx").then((module) => ({ default: module.RowDialog })),
);

/** `/care/:diaryId/medications`: the list that is valid now, who changed what when, and former lists. */
export function MedicationsScreen({ notebook }: { notebook: Notebook }) {
  const latest = useLatestList(notebook._id);
  const [start, setStart] = useState<RowEntry | null>(null);
  const diaryId = shownId(notebook);
  const mayWrite = notebook.permissions.includes("notes.create");
  if (latest === undefined) return <Loading label="Loading the medications..." />;
  const mayChange = mayWrite && !latest?.isLost;
  const open = (kind: RowEntry["kind"], row?: number) => setStart(startEntry(kind, latest, row));
  const addButton = (label: string) => (
    <Button
      aria-haspopup="dialog"
      leftSection={<IconPlus size={20} aria-hidden="true" />}
      onClick={() => open("add")}
    >
      {label}
    </Button>
  );
  return (
    <div className={styles.page}>
      <PageHeader title="Medications">
        {latest && mayChange && addButton("Add a medication")}
        {latest && (
          <Button
            variant="default"
            leftSection={<IconPrinter size={20} aria-hidden="true" />}
            onClick={() => window.print()}
          >
            Print
          </Button>
        )}
      </PageHeader>
      <div className={styles.columns}>
        <Allergies notebook={notebook} />
        {latest ? (
          <ValidList notebook={notebook} latest={latest} onChange={mayChange ? open : null} />
        ) : (
          <EmptyState
            title="No medication list yet"
            text={
              mayWrite
                ? "Here stands which medications are valid now, and who changed what."
                : "A medication list that you may see will appear here."
            }
            picture={<IconPill size={64} stroke={1.25} />}
          >
            {mayWrite && (
              <Actions>
                <LinkButton
                  to="/care/$diaryId/note/new"
                  params={{ diaryId }}
                  search={{ type: "current-medications" }}
                >
                  Write the first list
                </LinkButton>
                <Button variant="default" aria-haspopup="dialog" onClick={() => open("add")}>
                  Add one medication
                </Button>
              </Actions>
            )}
          </EmptyState>
        )}
      </div>
      {latest && (
        <ListHistory diaryId={notebook._id} shownDiaryId={diaryId} isNewestValid={!latest.newerList} />
      )}
      {start && (
        <Suspense fallback={null}>
          <RowDialog notebook={notebook} latest={latest} start={start} onClose={() => setStart(null)} />
        </Suspense>
      )}
    </div>
  );
}

type ValidListProps = {
  notebook: Notebook;
  latest: LatestList;
  onChange: ((kind: "change" | "stop", row: number) => void) | null;
};

function ValidList({ notebook, latest, onChange }: ValidListProps) {
  const today = dayInZone(useNow(), notebook.timeZone);
  const { medications, noteDay, creatorName, edited, visibility, isLost } = latest;
  const diaryId = shownId(notebook);
  const words = dayInWords(noteDay, today);
  return (
    <Section title={latest.newerList ? "The newest list that you see" : "Valid now"}>
      <ListNotices latest={latest} shownDiaryId={diaryId} />
      <Facts className="no-print">
        <span title={longDay(noteDay)}>
          {noteDay > today ? `Written for ${words}` : `Written ${words}`} by {creatorName || "Unknown"}
        </span>
        {edited && <span>{`Edited by ${edited.name || "Unknown"} on ${shortDate(edited.at)}`}</span>}
        <VisibilityMark visibility={visibility} />
        {latest.isEncrypted && (
          <Fact>
            <IconLock size={16} aria-hidden="true" /> Encrypted
          </Fact>
        )}
        <Link
          to="/care/$diaryId/note/$noteId"
          params={{ diaryId, noteId: shownId(latest) }}
          className={styles.link}
        >
          Open the note
        </Link>
      </Facts>
      <PrintFacts notebook={notebook} noteDay={noteDay} creatorName={creatorName} />
      {isLost && <p>{`${MEDICATION_MESSAGES.lost}.`}</p>}
      {!isLost && medications.length === 0 && <Soft>No medication is on this list.</Soft>}
      {medications.length > 0 && (
        <>
          <CurrentList medications={medications} onChange={onChange} />
          <div className={styles.onPaper}>
            <MedicationTable medications={medications} person={personWords(notebook)} />
          </div>
        </>
      )}
    </Section>
  );
}
