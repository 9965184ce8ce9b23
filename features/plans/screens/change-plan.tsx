import { Alert, Button, Group } from "@mantine/core";
import { IconUsers } from "@tabler/icons-react";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useMutation } from "convex/react";
import { useState } from "react";
import { api, type Notebook } from "../../../lib/api.ts";
import { shownId } from "../../../lib/shown-id.ts";
import { exactTime } from "../../../lib/time.ts";
import { draftKey, readDraft, writeDraft } from "../../../ui/draft.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { LinkButton } from "../../../ui/link-button.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { notifySuccess } from "../../../ui/notify.ts";
import { PageHeader } from "../../../ui/page-header.tsx";
import { changeArgs, type StepName } from "../client/plan-args.ts";
import { type PlanValues, valuesOfPlan } from "../client/plan-values.ts";
import { type Plan, type PlanVersionShown, usePlan } from "../client/use-plans.ts";
import { changeWords, versionChanges } from "../client/version-changes.ts";
import { NoPlan, NotAllowed } from "../components/not-allowed.tsx";
import { PlanEditor } from "../components/plan-editor.tsx";
import { PLAN_MESSAGES } from "../rules/limits.ts";

/** `/care/:diaryId/plans/:planId/change`: what a plan says from now on. */
export function ChangePlanScreen({ notebook }: { notebook: Notebook }) {
  const { planId } = useParams({ from: "/signed-in/care/$diaryId/plans/$planId/change" });
  const found = usePlan(planId);
  const [mayEdit] = useState(() => notebook.permissions.includes("plans.edit"));
  const diaryId = shownId(notebook);
  if (!mayEdit) return <NotAllowed diaryId={diaryId} />;
  if (found === undefined) return <Loading label="Loading the plan..." />;
  if (!found || found.diaryId !== notebook._id) return <NoPlan diaryId={diaryId} />;
  const { plan } = found;
  if (plan.isLost || plan.endedAt !== null)
    return (
      <EmptyState title={plan.isLost ? `${PLAN_MESSAGES.lost}.` : `${PLAN_MESSAGES.ended}.`}>
        <LinkButton to="/care/$diaryId/plans/$planId" params={{ diaryId, planId }}>
          Back to the plan
        </LinkButton>
      </EmptyState>
    );
  return <ChangePlan key={plan._id} notebook={notebook} plan={plan} />;
}

/** What is typed, the version that it was typed over, and the question at which it was left. */
type Draft = { base: PlanVersionShown; values: PlanValues; leftAt?: StepName };

function ChangePlan({ notebook, plan }: { notebook: Notebook; plan: Plan }) {
  const navigate = useNavigate();
  const change = useMutation(api.plans.changePlan);
  const diaryId = shownId(notebook);
  const key = draftKey(notebook._id, "plan", plan._id);
  const fresh = (): Draft => ({ base: plan.current, values: valuesOfPlan(plan) });
  const [draft, setDraft] = useState(() => readDraft<Draft>(key));
  const [entry, setEntry] = useState<Draft>(() => draft ?? fresh());
  const [isSaving, setIsSaving] = useState(false);
  const { base, values } = entry;
  const isBehind = !isSaving && plan.current.version > base.version;
  // What the form was opened with, so that it knows whether anything was typed.
  const start = valuesOfPlan({ ...plan, current: base });
  const takeTheirs = () => {
    writeDraft(key, null);
    setDraft(null);
    setEntry(fresh());
  };
  return (
    <>
      <PageHeader title={`Change ${plan.name}`} />
      <PlanEditor
        timeZone={notebook.timeZone}
        start={start}
        values={values}
        onChange={(next) => setEntry({ base, values: next })}
        draft={{ key, stored: entry, leftAt: draft && (draft.leftAt ?? "when"), onDiscard: takeTheirs }}
        before={base}
        conflict={
          isBehind && (
            <Alert
              color="yellow"
              variant="outline"
              icon={<IconUsers aria-hidden="true" />}
              title="Somebody changed this plan while you were writing"
            >
              <p>
                {`${plan.current.changedBy || "Somebody"}, ${exactTime(plan.current.changedAt)}`}
                {plan.current.reason && `: ${plan.current.reason}`}
              </p>
              <ul>
                {versionChanges(base, plan.current, plan.doseUnit).map((each) => (
                  <li key={each.title}>{changeWords(each)}</li>
                ))}
              </ul>
              <p>What you keep replaces the whole plan, from now on.</p>
              <Group>
                <Button variant="default" onClick={() => setEntry({ base: plan.current, values })}>
                  Keep what I wrote
                </Button>
                <Button variant="default" onClick={takeTheirs}>
                  Take their version
                </Button>
              </Group>
            </Alert>
          )
        }
        save={async (saved) => {
          setIsSaving(true);
          try {
            await change(changeArgs(saved, plan._id, base.version));
          } catch (error) {
            // Not after it was saved: the new version would look like somebody else's.
            setIsSaving(false);
            throw error;
          }
        }}
        onSaved={() => {
          notifySuccess("Saved. It holds from now on.");
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
