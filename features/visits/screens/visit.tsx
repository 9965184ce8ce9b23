import { Button } from "@mantine/core";
import { IconPrinter } from "@tabler/icons-react";
import type { Notebook } from "../../../lib/api.ts";
import { formatLongDate } from "../../../lib/dates/time.ts";
import { PRODUCT_NAME } from "../../../lib/product.ts";
import { getShownId } from "../../../lib/shown-id.ts";
import { t } from "../../../lib/words/t.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { LinkButton } from "../../../ui/link-button.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { useMinute } from "../../../ui/use-now.ts";
import { useVisit } from "../client/use-visit.ts";
import { VisitDifferences } from "../components/visit-differences.tsx";
import { VisitMedications } from "../components/visit-medications.tsx";
import { VisitPerson } from "../components/visit-person.tsx";
import { VisitPlans } from "../components/visit-plans.tsx";
import { VisitQuestions } from "../components/visit-questions.tsx";
import { VisitRecent } from "../components/visit-recent.tsx";
import styles from "./visit.module.css";

/** `/care/:diaryId/visit`: one page to read or to print for a visit at the doctor's, the same for the whole care team. */
export function VisitScreen({ notebook }: { notebook: Notebook }) {
  if (notebook.permissions.includes("notebook.seePersonInfo")) return <VisitPage notebook={notebook} />;
  return (
    <EmptyState title={t("visit.forTeam")} text={t("visit.forTeamText")}>
      <LinkButton to="/care/$diaryId" params={{ diaryId: getShownId(notebook) }}>
        {t("visit.back")}
      </LinkButton>
    </EmptyState>
  );
}

function VisitPage({ notebook }: { notebook: Notebook }) {
  const now = useMinute();
  const visit = useVisit(notebook._id);
  return (
    <div className={styles.page}>
      <PageHeader title={t("visit.title")}>
        <Button
          variant="default"
          leftSection={<IconPrinter size={20} aria-hidden="true" />}
          disabled={!visit}
          onClick={() => window.print()}
        >
          {t("visit.print")}
        </Button>
      </PageHeader>
      <p className={`${styles.hint} no-print`}>
        {/* The same words with and without private notes: they don't reveal whether there are any. */}
        {t("visit.whatTeamSees")}
      </p>
      <p className={styles.printed}>
        {t("visit.printed", { product: PRODUCT_NAME, date: formatLongDate(now) })}
      </p>
      <VisitPerson notebook={notebook} />
      {visit ? (
        <>
          <VisitQuestions notebook={notebook} questions={visit.questions} />
          <VisitDifferences differences={visit.differences} />
          <VisitMedications notebook={notebook} medications={visit.medications} />
          {visit.plans.length > 0 && <VisitPlans plans={visit.plans} />}
          <VisitRecent notebook={notebook} visit={visit} />
        </>
      ) : (
        <Loading label={t("visit.loading")} />
      )}
    </div>
  );
}
