import { Button, Stack } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { useQuery } from "convex/react";
import { api, type Task } from "../../../lib/api.ts";
import { t } from "../../../lib/words/t.ts";
import { Loading } from "../../../ui/loading.tsx";
import { Modal } from "../../../ui/modal.tsx";
import { useLiveQuery } from "../../../ui/use-live-query.ts";

type AssignDialogProps = {
  task: Task;
  onChoose: (person: { userId: string; name: string } | null) => void;
  onClose: () => void;
};

/** Assigns a task to a member of its notebook, or to nobody. */
export function AssignDialog({ task, onChoose, onClose }: AssignDialogProps) {
  const me = useQuery(api.users.getCurrentUser, {});
  const members = useLiveQuery(api.members.listMembers, { diaryId: task.diaryId });
  const choice = (key: string, label: string, isNow: boolean, onClick: () => void) => (
    <Button
      key={key}
      variant="default"
      justify="space-between"
      rightSection={isNow ? <IconCheck size={20} aria-label={t("taskdialogs.now")} /> : null}
      onClick={onClick}
    >
      {label}
    </Button>
  );
  return (
    <Modal opened onClose={onClose} title={t("taskdialogs.assignTo")} size="sm">
      <p>{task.title}</p>
      {!members && <Loading label={t("taskdialogs.loadingMembers")} rows={3} />}
      {members && (
        <Stack gap="xs">
          {members
            .filter(({ canBeAssigned }) => canBeAssigned)
            .sort((a, b) => Number(b.userId === me?._id) - Number(a.userId === me?._id))
            .map(({ userId, user }) =>
              choice(
                userId,
                userId === me?._id ? t("taskdialogs.me") : user.name || t("taskdialogs.unknownUser"),
                task.assignedTo === userId,
                () => onChoose({ userId, name: user.name }),
              ),
            )}
          {choice("nobody", t("taskdialogs.unassigned"), task.assignedTo === null, () => onChoose(null))}
        </Stack>
      )}
    </Modal>
  );
}
