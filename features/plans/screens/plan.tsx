import { Alert, Button } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import { Link, useParams } from "@tanstack/react-router";
import { Fragment, type ReactNode, useState } from "react";
import type { Notebook } from "../../../lib/api.ts";
import { formatShortMoment } from "../../../lib/dates/time.ts";
import { isViewersClock, placeOfZone, shortDay, toDayInZone } from "../../../lib/dates/zone-day.ts";
import { getShownId } from "../../../lib/shown-id.ts";
import { placeSideBySide } from "../../../lib/side-by-side.ts";
import { writeMessage } from "../../../lib/words/message.ts";
import { t } from "../../../lib/words/t.ts";
import { Actions } from "../../../ui/actions.tsx";
import { BackLink } from "../../../ui/back-link.tsx";
import { Card } from "../../../ui/card.tsx";
import { LinkButton } from "../../../ui/link-button.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { Rich } from "../../../ui/rich.tsx";
import { Fact, Facts } from "../../../ui/text.tsx";
import { useMinute } from "../../../ui/use-now.ts";
import { VisibilityMark } from "../../notes/client/public.ts";
import { useComparison, usePlan } from "../client/use-plans.ts";
import { ComingChange } from "../components/coming-change.tsx";
import { CorrectDialog } from "../components/correct-dialog.tsx";
import { EndDialog } from "../components/end-dialog.tsx";
import { ListQuestion } from "../components/list-question.tsx";
import { NoPlan } from "../components/not-allowed.tsx";
import { NextDose } from "../components/plan-card.tsx";
import { PlanHistory } from "../components/plan-history.tsx";
import { SameMedicine } from "../components/same-medicine.tsx";
import { VersionWords } from "../components/version-words.tsx";
import { PLAN_MESSAGES } from "../rules/limits.ts";
import { splitAtAmounts } from "../rules/schedule-parts.ts";
import styles from "./plan.module.css";

type Found = NonNullable<ReturnType<typeof usePlan>>;
type PlanScreenProps = {
  notebook: Notebook;
  /** What other rooms add to the plan: its doses, how much is left. */
  below?: (plan: Found["plan"]) => ReactNode;
};

/** `/care/:diaryId/plans/:planId`: a plan and all its versions. */
export function PlanScreen({ notebook, below }: PlanScreenProps) {
  const { planId } = useParams({ from: "/signed-in/care/$diaryId/plans/$planId" });
  const found = usePlan(planId);
  // A question about the list is above the plan: both appear at once, so that nothing moves.
  const comparison = useComparison(notebook._id);
  const diaryId = getShownId(notebook);
  if (found === undefined || comparison === undefined) return <Loading label={t("plan.loading")} />;
  if (!found || found.diaryId !== notebook._id) return <NoPlan diaryId={diaryId} />;
  return <PlanPage key={planId} notebook={notebook} found={found} below={below} />;
}

function PlanPage({ notebook, found, below }: PlanScreenProps & { found: Found }) {
  const [dialog, setDialog] = useState<"end" | "correct" | null>(null);
  const now = useMinute();
  const { plan, corrections } = found;
  const { current } = plan;
  const diaryId = getShownId(notebook);
  const mayEdit = notebook.permissions.includes("plans.edit") && plan.endedAt === null && !plan.isLost;
  return (
    <div className={styles.page}>
      <PageHeader
        title={plan.isLost ? t("plan.title") : placeSideBySide([plan.name, plan.strength])}
        above={
          <BackLink to="/care/$diaryId/plans" params={{ diaryId }}>
            {t("plan.allMedicines")}
          </BackLink>
        }
        subtitle={placeSideBySide([plan.form, plan.route], ", ")}
      />
      {plan.isLost && <p>{`${writeMessage(PLAN_MESSAGES.lost)}.`}</p>}
      {plan.endedAt !== null && (
        <Alert
          color="gray"
          variant="outline"
          title={t("plan.endedAt", { time: formatShortMoment(plan.endedAt) })}
        >
          {t("plan.endedBy", { name: found.endedBy || t("plan.formerMember") })}
          {plan.endedReason && ` ${plan.endedReason}`}
        </Alert>
      )}
      <ListQuestion notebook={notebook} plan={plan} />
      <Card as="section" aria-label={t("plan.now")}>
        <VersionWords
          version={current}
          unit={plan.doseUnit}
          today={toDayInZone(now, current.timeZone)}
          {...(mayEdit && {
            renderLine: (line) => <ChangeLinks line={line} plan={plan} diaryId={diaryId} />,
          })}
        />
        {!isViewersClock(current.timeZone, now) && (
          <p className={styles.soft}>{t("plan.timesBy", { place: placeOfZone(current.timeZone) })}</p>
        )}
        {plan.endedAt === null && <NextDose plan={plan} now={now} />}
        {plan.notes && <p className={styles.plain}>{plan.notes}</p>}
        {plan.prescriber && (
          <p className={styles.soft}>{t("plan.prescribedBy", { name: plan.prescriber })}</p>
        )}
        <Source source={found.source} diaryId={diaryId} />
        <Facts>
          <VisibilityMark visibility={plan.visibility} />
          {plan.isEncrypted && (
            <Fact>
              <IconLock size={16} aria-hidden="true" /> {t("plans.encrypted")}
            </Fact>
          )}
        </Facts>
      </Card>
      {plan.endedAt === null &&
        plan.coming.map((version) => (
          <ComingChange
            key={version.version}
            plan={plan}
            version={version}
            today={toDayInZone(now, notebook.timeZone)}
            mayEdit={mayEdit}
          />
        ))}
      {mayEdit && (
        <Actions>
          <LinkButton to="/care/$diaryId/plans/$planId/change" params={{ diaryId, planId: plan._id }}>
            {t("plan.change")}
          </LinkButton>
          <Button variant="default" aria-haspopup="dialog" onClick={() => setDialog("correct")}>
            {t("plan.correct")}
          </Button>
          <Button variant="subtle" color="red" aria-haspopup="dialog" onClick={() => setDialog("end")}>
            {t("plan.end")}
          </Button>
        </Actions>
      )}
      {plan.endedAt === null && !plan.isLost && (
        <SameMedicine notebook={notebook} found={found} mayEdit={mayEdit} />
      )}
      {below?.(plan)}
      <PlanHistory found={found} />
      {dialog === "end" && <EndDialog plan={plan} onClose={() => setDialog(null)} />}
      {dialog === "correct" && (
        <CorrectDialog plan={plan} revision={corrections.length} onClose={() => setDialog(null)} />
      )}
    </div>
  );
}

/** A line of the schedule whose amounts and times lead to their change. */
function ChangeLinks({ line, plan, diaryId }: { line: string; plan: Found["plan"]; diaryId: string }) {
  return splitAtAmounts(line).map(({ text, isAmount }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: an amount may be in a line twice
    <Fragment key={index}>
      {text.startsWith(" ") && " "}
      <Link
        to="/care/$diaryId/plans/$planId/change"
        params={{ diaryId, planId: plan._id }}
        search={{ at: isAmount ? "amount" : "time" }}
        className={styles.change}
        aria-label={t(isAmount ? "plan.changeAmount" : "plan.changeTime", { words: text.trim() })}
      >
        {text.trim()}
      </Link>
      {text.endsWith(" ") && " "}
    </Fragment>
  ));
}

/** The list that it was made from, or that it was deleted. */
function Source({ source, diaryId }: { source: Found["source"]; diaryId: string }) {
  if (!source) return null;
  if (source.state === "deleted")
    return <p className={styles.soft}>{t("plan.fromDeletedList", { day: shortDay(source.noteDay) })}</p>;
  const { list } = source;
  return (
    <p className={styles.soft}>
      <Rich
        text="plan.fromList"
        values={{
          day: shortDay(list.noteDay),
          list: (words) => (
            <Link to="/care/$diaryId/note/$noteId" params={{ diaryId, noteId: getShownId(list) }}>
              {words}
            </Link>
          ),
        }}
      />
    </p>
  );
}
