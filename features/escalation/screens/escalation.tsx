import { Button, Checkbox } from "@mantine/core";
import { useState } from "react";
import type { Notebook } from "../../../lib/api.ts";
import { getErrorMessage } from "../../../lib/error-message.ts";
import { getShownId } from "../../../lib/shown-id.ts";
import { t } from "../../../lib/words/t.ts";
import { Actions } from "../../../ui/actions.tsx";
import { BackLink } from "../../../ui/back-link.tsx";
import { Card } from "../../../ui/card.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { LinkButton } from "../../../ui/link-button.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { notifyFailure, notifySuccess } from "../../../ui/notify.ts";
import { Page } from "../../../ui/page.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { Rich } from "../../../ui/rich.tsx";
import { Section } from "../../../ui/section.tsx";
import { Soft } from "../../../ui/text.tsx";
import {
  type Escalation,
  type EscalationPlan,
  useEscalation,
  useEscalationWrites,
} from "../client/use-escalation.ts";
import styles from "../components/escalation.module.css";
import { Preview } from "../components/preview.tsx";
import { SetupForm } from "../components/setup-form.tsx";
import type { EscalatedKind } from "../rules.ts";

/** A kind as the texts name it. */
const toWord = (kind: EscalatedKind) => (kind === "task-due" ? "tasks" : "doses");

/** `/care/:diaryId/escalation`: the notebook's escalation setup. */
export function EscalationScreen({ notebook }: { notebook: Notebook }) {
  const maySee = notebook.permissions.includes("escalation.see");
  const escalation = useEscalation(maySee ? notebook : null);
  const params = { diaryId: getShownId(notebook) };
  if (!maySee)
    return (
      <EmptyState asPage title={t("escalation.forTeam")}>
        <LinkButton to="/care/$diaryId" params={params}>
          {t("escalation.back")}
        </LinkButton>
      </EmptyState>
    );
  return (
    <Page gap="lg">
      <PageHeader
        title={t("escalation.title")}
        above={
          <BackLink to="/care/$diaryId/info" params={params}>
            {t("escalation.info")}
          </BackLink>
        }
        subtitle={t("escalation.subtitle")}
      />
      {escalation ? (
        <>
          {escalation.plans.map((plan) => (
            <PlanSection key={plan.kind} notebook={notebook} plan={plan} people={escalation.people} />
          ))}
          <QuietHours notebook={notebook} escalation={escalation} />
        </>
      ) : (
        <Loading label={t("escalation.loading")} rows={4} />
      )}
    </Page>
  );
}

type PlanSectionProps = { notebook: Notebook; plan: EscalationPlan; people: Escalation["people"] };

function PlanSection({ notebook, plan, people }: PlanSectionProps) {
  const [isOpen, setIsOpen] = useState(false);
  const writes = useEscalationWrites(notebook);
  const maySet = notebook.permissions.includes("escalation.set");
  const { kind, setup } = plan;
  const title = t("escalation.kind", { kind: toWord(kind) });

  async function turnOff() {
    try {
      await writes.set(kind, plan.version, null);
      notifySuccess(t("escalation.turnedOff", { title }));
    } catch (error) {
      console.error("escalation.setEscalation failed", error);
      notifyFailure(getErrorMessage(error, t("escalation.notTurnedOff")));
    }
  }

  const passedOver = setup?.people.filter(({ isTold }) => !isTold) ?? [];
  return (
    <Section title={title}>
      <Card as="div">
        {isOpen ? (
          <SetupForm
            // A change by another member resets the form, so that a save overwrites only what is shown.
            key={plan.version}
            notebook={notebook}
            plan={plan}
            people={people}
            onClose={() => setIsOpen(false)}
          />
        ) : (
          <>
            {setup ? (
              <Preview
                kind={kind}
                setup={setup}
                nameOf={(id) =>
                  setup.people.find(({ userId }) => userId === id)?.name || t("escalation.notHere")
                }
              />
            ) : (
              <p className={styles.off}>{t("escalation.off", { kind: toWord(kind) })}</p>
            )}
            {passedOver.length > 0 && (
              <Soft>
                {t("escalation.passedOver", {
                  names: passedOver.map(({ name }) => name ?? t("escalation.whoLeft")).join(", "),
                })}
              </Soft>
            )}
            {maySet && (
              <Actions>
                <Button variant={setup ? "default" : "filled"} onClick={() => setIsOpen(true)}>
                  <Rich text={setup ? "escalation.change" : "escalation.setUp"} values={{ title }} />
                </Button>
                {setup && (
                  <Button variant="default" onClick={() => void turnOff()}>
                    <Rich text="escalation.turnOff" values={{ title }} />
                  </Button>
                )}
              </Actions>
            )}
          </>
        )}
      </Card>
    </Section>
  );
}

function QuietHours({ notebook, escalation }: { notebook: Notebook; escalation: Escalation }) {
  const writes = useEscalationWrites(notebook);
  const { breaksQuiet, breaksQuietEverywhere, hasQuietHours } = escalation;

  async function choose(isAllowed: boolean) {
    try {
      await writes.setBreaksQuiet(isAllowed);
    } catch (error) {
      console.error("escalation.setBreaksQuiet failed", error);
      notifyFailure(getErrorMessage(error, t("escalation.notSaved")));
    }
  }

  return (
    <Section title={t("escalation.quietHours")}>
      <Checkbox
        label={t("escalation.mayReachMe")}
        description={
          breaksQuietEverywhere
            ? t("escalation.everywhere")
            : hasQuietHours
              ? t("escalation.otherwiseLater")
              : t("escalation.noQuietHours")
        }
        checked={breaksQuiet || breaksQuietEverywhere}
        disabled={breaksQuietEverywhere}
        onChange={(event) => void choose(event.currentTarget.checked)}
      />
    </Section>
  );
}
