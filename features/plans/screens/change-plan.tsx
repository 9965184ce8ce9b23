import { Alert, Button, Group } from "@mantine/core";
import { IconUsers } from "@tabler/icons-react";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useMutation } from "convex/react";
import { useState } from "react";
import { api, type Notebook } from "../../../lib/api.ts";
import { formatExactTime } from "../../../lib/dates/time.ts";
import { getShownId } from "../../../lib/shown-id.ts";
import { writeMessage } from "../../../lib/words/message.ts";
import { t } from "../../../lib/words/t.ts";
import { getDraftKey, readDraft, writeDraft } from "../../../ui/draft.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { LinkButton } from "../../../ui/link-button.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { notifySuccess } from "../../../ui/notify.ts";
import { PageHeader } from "../../../ui/page-header.tsx";
import { changeArgs } from "../client/plan-args.ts";
import { describeSaved } from "../client/plan-change.ts";
import { fromPlan, type PlanValues } from "../client/plan-values.ts";
import { type Plan, type PlanVersionShown, usePlan, usePlans } from "../client/use-plans.ts";
import { changeWords, listVersionChanges } from "../client/version-changes.ts";
import { NoPlan, NotAllowed } from "../components/not-allowed.tsx";
import { PlanEditor } from "../components/plan-editor.tsx";
import { PLAN_MESSAGES } from "../rules/limits.ts";
import { getNewest } from "../rules/versions.ts";

/** `/care/:diaryId/plans/:planId/change`: changes a plan; `?at=` focuses its amount or its time. */
export function ChangePlanScreen({ notebook }: { notebook: Notebook }) {
  const { planId } = useParams({ from: "/signed-in/care/$diaryId/plans/$planId/change" });
  const found = usePlan(planId);
  const [mayEdit] = useState(() => notebook.permissions.includes("plans.edit"));
  const diaryId = getShownId(notebook);
  if (!mayEdit) return <NotAllowed diaryId={diaryId} />;
  if (found === undefined) return <Loading label={t("planedit.loadingPlan")} />;
  if (!found || found.diaryId !== notebook._id) return <NoPlan diaryId={diaryId} />;
  const { plan } = found;
  if (plan.isLost || plan.endedAt !== null)
    return (
      <EmptyState
        title={plan.isLost ? `${writeMessage(PLAN_MESSAGES.lost)}.` : `${writeMessage(PLAN_MESSAGES.ended)}.`}
      >
        <LinkButton to="/care/$diaryId/plans/$planId" params={{ diaryId, planId }}>
          {t("planedit.backToPlan")}
        </LinkButton>
      </EmptyState>
    );
  return <ChangePlan key={plan._id} notebook={notebook} plan={plan} />;
}

/** The typed values, and the versions that they are based on. */
type Draft = { base: readonly PlanVersionShown[]; values: PlanValues };

/** The draft, as far as it was kept by the form as it is now. */
function readChange(key: string, plan: Plan): Draft | null {
  const draft = readDraft<Draft>(key);
  if (!draft || !Array.isArray(draft.base)) return null;
  return { ...draft, values: { ...fromPlan(plan), ...draft.values } };
}

/** The plan's current and coming versions. */
const listVersions = ({ current, coming }: Plan): readonly PlanVersionShown[] => [current, ...coming];

function ChangePlan({ notebook, plan }: { notebook: Notebook; plan: Plan }) {
  const navigate = useNavigate();
  const { at } = useSearch({ from: "/signed-in/care/$diaryId/plans/$planId/change" });
  const change = useMutation(api.plans.changePlan);
  // Their times are offered; the form doesn't wait for them.
  const plans = usePlans(notebook._id) ?? [];
  const diaryId = getShownId(notebook);
  const { timeZone } = notebook;
  const key = getDraftKey(notebook._id, "plan", plan._id);
  const createDraft = (): Draft => ({ base: listVersions(plan), values: fromPlan(plan) });
  const [draft, setDraft] = useState(() => readChange(key, plan));
  const [entry, setEntry] = useState<Draft>(() => draft ?? createDraft());
  const [isSaving, setIsSaving] = useState(false);
  const { base, values } = entry;
  const newest = getNewest(plan);
  const based = base.at(-1)!;
  const isBehind = !isSaving && newest.version > based.version;
  // What the form was opened with, so that it knows whether anything was typed.
  const start = fromPlan({ ...plan, current: base[0]!, coming: base.slice(1) });
  const takeTheirs = () => {
    writeDraft(key, null);
    setDraft(null);
    setEntry(createDraft());
  };
  return (
    <>
      <PageHeader title={t("planedit.changeTitle", { name: plan.name })} />
      <PlanEditor
        timeZone={timeZone}
        start={start}
        values={values}
        onChange={(next) => setEntry({ base, values: next })}
        draft={{ key, stored: entry, isRestored: draft !== null, onDiscard: takeTheirs }}
        plans={plans}
        before={base}
        focus={at}
        conflict={
          isBehind && (
            <Alert
              color="yellow"
              variant="outline"
              icon={<IconUsers aria-hidden="true" />}
              title={t("planedit.conflict", {
                isKnown: String(Boolean(newest.changedBy)),
                name: newest.changedBy ?? "",
              })}
            >
              <p>
                {formatExactTime(newest.changedAt)}
                {newest.reason && `: ${newest.reason}`}
              </p>
              <ul>
                {listVersionChanges(based, newest, plan.doseUnit).map((each) => (
                  <li key={each.title}>{changeWords(each)}</li>
                ))}
              </ul>
              <p>{t("planedit.conflictText")}</p>
              <Group>
                <Button variant="default" onClick={() => setEntry({ base: listVersions(plan), values })}>
                  {t("planedit.keepMine")}
                </Button>
                <Button variant="default" onClick={takeTheirs}>
                  {t("planedit.takeTheirs")}
                </Button>
              </Group>
            </Alert>
          )
        }
        save={async (saved) => {
          setIsSaving(true);
          try {
            await change(changeArgs(saved, plan._id, { versions: base, now: Date.now(), timeZone }));
          } catch (error) {
            // Not after it was saved: the new version would look like another member's.
            setIsSaving(false);
            throw error;
          }
        }}
        onSaved={() => {
          notifySuccess(describeSaved(values, { versions: base, now: Date.now(), timeZone }));
          void navigate({
            to: "/care/$diaryId/plans/$planId",
            params: { diaryId, planId: plan._id },
            replace: true,
          });
        }}
      />
    </>
  );
}
