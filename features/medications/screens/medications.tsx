import { Button, Group } from "@mantine/core";
import { IconLock, IconPill, IconPlus, IconStethoscope } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { Notebook } from "../../../lib/api.ts";
import { formatShortDate } from "../../../lib/dates/time.ts";
import { describeDay, longDay, toDayInZone } from "../../../lib/dates/zone-day.ts";
import { getShownId } from "../../../lib/shown-id.ts";
import { writeMessage } from "../../../lib/words/message.ts";
import { t } from "../../../lib/words/t.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { createLazyPart } from "../../../ui/lazy-part.tsx";
import { LinkButton } from "../../../ui/link-button.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { PrintButton } from "../../../ui/print-button.tsx";
import { Section } from "../../../ui/section.tsx";
import { Fact, Facts, Soft } from "../../../ui/text.tsx";
import { useNow } from "../../../ui/use-now.ts";
import { describeAuthor } from "../../notebooks/rules/authors.ts";
import { describeHidden, seesTeam } from "../../notebooks/rules/hidden-from-viewers.ts";
import { VisibilityMark } from "../../notes/client/public.ts";
import { MEDICATION_MESSAGES } from "../../notes/rules/medication-messages.ts";
import { type RowEntry, startEntry } from "../client/row-entry.ts";
import type { PlanOfRow } from "../client/row-plan.ts";
import { type LatestList, useLatestList } from "../client/use-latest-list.ts";
import { Allergies } from "../components/allergies.tsx";
import { CurrentList } from "../components/current-list.tsx";
import { ListHistory } from "../components/list-history.tsx";
import { ListNotices, ListsOfOthers } from "../components/list-notices.tsx";
import { PrintedList } from "../components/printed-list.tsx";
import styles from "./medications.module.css";

const RowDialog = createLazyPart(() => import("../components/row-dialog.tsx").then((m) => m.RowDialog));

type MedicationsProps = {
  notebook: Notebook;
  planOf: PlanOfRow;
};

/** `/care/:diaryId/medications`: the list that is valid now, who changed what when, and former lists. */
export function MedicationsScreen({ notebook, planOf }: MedicationsProps) {
  const latest = useLatestList(notebook._id);
  const [start, setStart] = useState<RowEntry | null>(null);
  const diaryId = getShownId(notebook);
  const mayWrite = notebook.permissions.includes("notes.create");
  const open = (kind: RowEntry["kind"], row?: number) => setStart(startEntry(kind, latest ?? null, row));
  const mayChange = mayWrite && latest !== undefined && !latest?.isLost;
  if (latest === undefined) return <Loading label={t("medications.loading")} />;
  return (
    <div className={styles.page}>
      <PageHeader title={t("medications.title")}>
        {notebook.permissions.includes("notebook.seePersonInfo") && (
          <LinkButton
            to="/care/$diaryId/visit"
            params={{ diaryId }}
            variant="default"
            leftSection={<IconStethoscope size={20} aria-hidden="true" />}
          >
            {t("medications.forVisit")}
          </LinkButton>
        )}
        {latest && <PrintButton />}
      </PageHeader>
      <div className={styles.columns}>
        <Allergies notebook={notebook} />
        {latest ? (
          <ValidList notebook={notebook} latest={latest} onChange={mayChange ? open : null} />
        ) : (
          <EmptyState
            {...(seesTeam(notebook)
              ? {
                  title: t("medications.none"),
                  text: t(mayWrite ? "medications.noneWrite" : "medications.noneOthers"),
                }
              : describeHidden("medicines"))}
            picture={<IconPill size={64} stroke={1.25} />}
          >
            {mayWrite && (
              <Group justify="center">
                <LinkButton
                  to="/care/$diaryId/note/new"
                  params={{ diaryId }}
                  search={{ type: "current-medications" }}
                >
                  {t("medications.writeFirst")}
                </LinkButton>
                <Button variant="default" aria-haspopup="dialog" onClick={() => open("add")}>
                  {t("medications.addOne")}
                </Button>
              </Group>
            )}
          </EmptyState>
        )}
      </div>
      {latest && (
        <ListHistory diaryId={notebook._id} shownDiaryId={diaryId} isNewestValid={!latest.newerList} />
      )}
      {start && (
        <RowDialog
          key={`${start.kind} ${start.row}`}
          notebook={notebook}
          latest={latest}
          start={start}
          planOf={planOf}
          onStop={(row) => open("stop", row)}
          onClose={() => setStart(null)}
        />
      )}
    </div>
  );
}

type ValidListProps = {
  notebook: Notebook;
  latest: LatestList;
  /** Opens the form of one row; null for readers who may not change the list. */
  onChange: ((kind: RowEntry["kind"], row?: number) => void) | null;
};

function ValidList({ notebook, latest, onChange }: ValidListProps) {
  const today = toDayInZone(useNow(), notebook.timeZone);
  const { medications, noteDay, edited, visibility, isLost } = latest;
  const author = describeAuthor(latest);
  const diaryId = getShownId(notebook);
  const words = describeDay(noteDay, today);
  return (
    <Section
      title={
        <span className="no-print">{t(latest.newerList ? "medications.newest" : "medications.valid")}</span>
      }
    >
      <ListNotices latest={latest} shownDiaryId={diaryId} />
      <Facts className={`${styles.facts} no-print`}>
        <span title={longDay(noteDay)}>
          {latest.isFromPlans
            ? t("medications.writtenFromPlans", { day: words })
            : t(noteDay > today ? "medications.writtenFor" : "medications.written", { day: words, author })}
        </span>
        {edited && (
          <span>
            {t("medications.edited", {
              name: edited.name || t("shared.unknown"),
              day: formatShortDate(edited.at),
            })}
          </span>
        )}
        <VisibilityMark visibility={visibility} />
        {latest.isEncrypted && (
          <Fact>
            <IconLock size={16} aria-hidden="true" /> {t("medications.encrypted")}
          </Fact>
        )}
        <Link
          to="/care/$diaryId/note/$noteId"
          params={{ diaryId, noteId: getShownId(latest) }}
          className={styles.link}
        >
          {t("medications.openNote")}
        </Link>
      </Facts>
      <PrintedList notebook={notebook} noteDay={noteDay} author={author} medications={medications} />
      {isLost && <p>{`${writeMessage(MEDICATION_MESSAGES.lost)}.`}</p>}
      {!isLost && medications.length === 0 && <Soft>{t("medicationlist.none")}</Soft>}
      {medications.length > 0 && <CurrentList medications={medications} onChange={onChange} />}
      <div className={`${styles.below} no-print`}>
        {onChange && (
          <Button
            aria-haspopup="dialog"
            leftSection={<IconPlus size={20} aria-hidden="true" />}
            onClick={() => onChange("add")}
          >
            {t("medications.add")}
          </Button>
        )}
        {visibility !== "private" && <ListsOfOthers latest={latest} shownDiaryId={diaryId} />}
      </div>
    </Section>
  );
}
