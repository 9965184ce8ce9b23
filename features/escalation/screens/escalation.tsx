import { Button, Checkbox } from "@mantine/core";
import { useState } from "react";
import type { Notebook } from "../../../lib/api.ts";
import { getErrorMessage } from "../../../lib/error-message.ts";
import { getShownId } from "../../../lib/shown-id.ts";
import { Actions } from "../../../ui/actions.tsx";
import { BackLink } from "../../../ui/back-link.tsx";
import { Card } from "../../../ui/card.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { LinkButton } from "../../../ui/link-button.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { notifyFailure, notifySuccess } from "../../../ui/notify.ts";
import { Page } from "../../../ui/page.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
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

const TITLES: Record<EscalatedKind, string> = { "task-due": "Tasks", "dose-due": "Doses" };
const OFF: Record<EscalatedKind, string> = {
  "task-due": "Off. Only whoever has the task is reminded, once.",
  "dose-due": "Off. Everyone who gives medicines is reminded, once; nobody else is told.",
};

/** `/care/:diaryId/escalation`: the notebook's escalation setup. */
export function EscalationScreen({ notebook }: { notebook: Notebook }) {
  const maySee = notebook.permissions.includes("escalation.see");
  const escalation = useEscalation(maySee ? notebook : null);
  const params = { diaryId: getShownId(notebook) };
  if (!maySee)
    return (
      <EmptyState asPage title="This page is for the care team">
        <LinkButton to="/care/$diaryId" params={params}>
          Back to the notebook
        </LinkButton>
      </EmptyState>
    );
  return (
    <Page gap="lg">
      <PageHeader
        title="When nobody answers"
        above={
          <BackLink to="/care/$diaryId/info" params={params}>
            Info
          </BackLink>
        }
        subtitle="Who is told next when a reminder gets no answer."
      />
      {escalation ? (
        <>
          {escalation.plans.map((plan) => (
            <PlanSection key={plan.kind} notebook={notebook} plan={plan} people={escalation.people} />
          ))}
          <QuietHours notebook={notebook} escalation={escalation} />
        </>
      ) : (
        <Loading label="Loading who is told..." rows={4} />
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
  const title = TITLES[kind];

  async function turnOff() {
    try {
      await writes.set(kind, plan.version, null);
      notifySuccess(`${title}: nobody else is told any more.`);
    } catch (error) {
      console.error("escalation.setEscalation failed", error);
      notifyFailure(getErrorMessage(error, "It couldn't be turned off"));
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
                  setup.people.find(({ userId }) => userId === id)?.name || "Somebody who isn’t here any more"
                }
              />
            ) : (
              <p className={styles.off}>{OFF[kind]}</p>
            )}
            {passedOver.length > 0 && (
              <Soft>
                {`Passed over, because they aren’t here any more or may not do it: ${passedOver
                  .map(({ name }) => name ?? "somebody who left")
                  .join(", ")}.`}
              </Soft>
            )}
            {maySet && (
              <Actions>
                <Button variant={setup ? "default" : "filled"} onClick={() => setIsOpen(true)}>
                  {setup ? "Change" : "Set up"}
                  <span className="visually-hidden">: {title}</span>
                </Button>
                {setup && (
                  <Button variant="default" onClick={() => void turnOff()}>
                    Turn off<span className="visually-hidden">: {title}</span>
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
      notifyFailure(getErrorMessage(error, "It couldn't be saved"));
    }
  }

  return (
    <Section title="Your quiet hours">
      <Checkbox
        label="What is urgent in this notebook may reach me in my quiet hours"
        description={
          breaksQuietEverywhere
            ? "You allow it in all of your notebooks."
            : hasQuietHours
              ? "Doses that are due, and reminders that nobody answered. Otherwise you are told when they end."
              : "Doses that are due, and reminders that nobody answered. You have no quiet hours at present."
        }
        checked={breaksQuiet || breaksQuietEverywhere}
        disabled={breaksQuietEverywhere}
        onChange={(event) => void choose(event.currentTarget.checked)}
      />
    </Section>
  );
}
