import { Button, NativeSelect } from "@mantine/core";
import { IconUserCheck } from "@tabler/icons-react";
import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../../lib/api.ts";
import { t } from "../../../../lib/words/t.ts";
import { List } from "../../../../ui/list.tsx";
import type { Assignees } from "../../client/assignees.ts";
import { describeProposal } from "../../client/proposal-words.ts";
import type { ProgramActivity } from "../../rules.ts";
import styles from "./steps.module.css";

export type ActivityProposal = FunctionReturnType<typeof api.programs.proposeAssignees>[number];

type AssignStepProps = {
  /** The selected activities. */
  activities: ProgramActivity[];
  frequencyOf: (activity: ProgramActivity) => string;
  assigneeOf: (activity: ProgramActivity) => string | null;
  assignees: Assignees;
  /** The proposed assignees of activities. */
  proposals: readonly ActivityProposal[];
  /** The caller's id. */
  myId: string;
  onAssign: (activityIds: string[], assignedTo: string | null) => void;
  /** Gives each of these activities to its proposed person. */
  onTake: (proposals: readonly ActivityProposal[]) => void;
};

/** Step 3: assigns activities to members; nobody is a valid choice. */
export function AssignStep(props: AssignStepProps) {
  const { activities, frequencyOf, assigneeOf, assignees, myId, onAssign, onTake } = props;
  const all = activities.map(({ activityId }) => activityId);
  const assigneeIds = new Set(activities.map((activity) => assigneeOf(activity) ?? ""));
  const proposeAssignee = ({ activityId }: ProgramActivity) =>
    props.proposals.find((each) => each.activityId === activityId && assignees.ids.has(each.userId));
  // A chosen assignee stays.
  const open = activities.flatMap((activity) =>
    assigneeOf(activity) === null ? (proposeAssignee(activity) ?? []) : [],
  );
  const common = assigneeIds.size === 1 ? [...assigneeIds][0]! : null;
  return (
    <>
      <NativeSelect
        label={t("activation.assignAll")}
        className={styles.everyone}
        value={common ?? "mixed"}
        data={
          common === null
            ? [
                { value: "mixed", label: t("activation.differentPeople"), disabled: true },
                ...assignees.options,
              ]
            : assignees.options
        }
        onChange={({ currentTarget }) => onAssign(all, currentTarget.value || null)}
      />
      {open.length > 0 && (
        <Button
          variant="default"
          className={styles.take}
          leftSection={<IconUserCheck size={20} aria-hidden="true" />}
          onClick={() => onTake(open)}
        >
          {t("activation.takeProposals", { count: open.length })}
        </Button>
      )}
      <List aria-label={t("activation.activities")}>
        {activities.map((activity) => (
          <li key={activity.activityId} className={styles.person}>
            <div>
              <strong>{activity.title}</strong>
              <span className={styles.soft}>{frequencyOf(activity)}</span>
              <Reason proposal={proposeAssignee(activity)} assignees={assignees} myId={myId} />
            </div>
            <NativeSelect
              aria-label={t("activation.whoDoes", { title: activity.title })}
              value={assigneeOf(activity) ?? ""}
              data={assignees.options}
              onChange={({ currentTarget }) => onAssign([activity.activityId], currentTarget.value || null)}
            />
          </li>
        ))}
      </List>
    </>
  );
}

type ReasonProps = { proposal: ActivityProposal | undefined; assignees: Assignees; myId: string };

function Reason({ proposal, assignees, myId }: ReasonProps) {
  if (!proposal) return null;
  return (
    <span className={styles.soft}>
      {t("activation.proposed", { reason: describeProposal(proposal, assignees, myId) })}
    </span>
  );
}
