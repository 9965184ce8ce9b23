import { IconPencil, IconStethoscope } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { Notebook } from "../../../lib/api.ts";
import { formatLongDate } from "../../../lib/dates/time.ts";
import { toDayInZone } from "../../../lib/dates/zone-day.ts";
import { PRODUCT_NAME } from "../../../lib/product.ts";
import { getShownId } from "../../../lib/shown-id.ts";
import { t } from "../../../lib/words/t.ts";
import { LinkButton } from "../../../ui/link-button.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { PrintButton } from "../../../ui/print-button.tsx";
import { useNow } from "../../../ui/use-now.ts";
import { getNotebookFacts } from "../client/notebook-facts.ts";
import { getSavedNotebookValues, NOTEBOOK_TABS } from "../client/notebook-values.ts";
import { FactsSection } from "../components/facts-section.tsx";
import { LeaveNotebook } from "../components/leave-notebook.tsx";
import { ManageNotebook } from "../components/manage-notebook.tsx";
import styles from "./info.module.css";

type NotebookInfoProps = { notebook: Notebook; reminders: ReactNode; copy: ReactNode };

/**
 * `/care/:diaryId/info`: all facts about the person, to read, to call, and to print for the emergency folder. `reminders`
 * is when its tasks remind, `copy` the download of the whole notebook.
 */
export function NotebookInfoScreen({ notebook, reminders, copy }: NotebookInfoProps) {
  const now = useNow();
  const facts = getNotebookFacts(getSavedNotebookValues(notebook), toDayInZone(now, notebook.timeZone));
  const may = (action: Notebook["permissions"][number]) => notebook.permissions.includes(action);
  const seesAll = may("notebook.seePersonInfo");
  return (
    <div className={styles.page}>
      <PageHeader title={notebook.details.fullName || t("shared.unknownSubject")}>
        {seesAll && (
          <LinkButton
            to="/care/$diaryId/visit"
            params={{ diaryId: getShownId(notebook) }}
            variant="default"
            leftSection={<IconStethoscope size={20} aria-hidden="true" />}
          >
            {t("info.visit")}
          </LinkButton>
        )}
        <PrintButton />
        {may("notebook.edit") && (
          <LinkButton
            to="/care/$diaryId/edit"
            params={{ diaryId: getShownId(notebook) }}
            leftSection={<IconPencil size={20} aria-hidden="true" />}
          >
            {t("info.edit")}
          </LinkButton>
        )}
      </PageHeader>
      <p className={styles.printed}>
        {t("info.printed", { product: PRODUCT_NAME, date: formatLongDate(now) })}
      </p>
      {NOTEBOOK_TABS.filter(({ id }) => seesAll || id === "basic").map(({ id, label }) => (
        <FactsSection key={id} title={t(label)} facts={facts[id]} />
      ))}
      {!seesAll && <p className={styles.hint}>{t("info.notForViewers")}</p>}
      {reminders}
      {copy}
      {may("notebook.delete") && <ManageNotebook notebook={notebook} />}
      {may("notebook.leave") && <LeaveNotebook notebook={notebook} />}
    </div>
  );
}
