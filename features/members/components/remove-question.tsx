import { Button, Group } from "@mantine/core";
import type { Member } from "../../../lib/api.ts";
import { Modal } from "../../../ui/modal.tsx";

type RemoveQuestionProps = {
  member: Member | null;
  onCancel: () => void;
  onConfirm: (member: Member) => void;
};

/** Asks before somebody is removed from a notebook. */
export function RemoveQuestion({ member, onCancel, onConfirm }: RemoveQuestionProps) {
  return (
    <Modal opened={member !== null} onClose={onCancel} title="Remove member" size="sm">
      <p>Are you sure you want to remove {member?.user.name || "Unknown User"} from this notebook?</p>
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button color="red" onClick={() => member && onConfirm(member)}>
          Remove
        </Button>
      </Group>
    </Modal>
  );
}
