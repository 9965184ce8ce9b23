import { Button, Group, NativeSelect } from "@mantine/core";
import { useMutation, useQuery } from "convex/react";
import { type FormEvent, useState } from "react";
import { api, type Notebook } from "../../../lib/api.ts";
import { getErrorMessage } from "../../../lib/error-message.ts";
import { Fields } from "../../../ui/fields.tsx";
import { FormEnd } from "../../../ui/form-end.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { Modal } from "../../../ui/modal.tsx";
import { notifySuccess } from "../../../ui/notify.ts";
import { ROLE_LABELS } from "../rules/roles.ts";

/** Transfers ownership of the notebook to another member. */
export function TransferNotebook({ notebook, onClose }: { notebook: Notebook; onClose: () => void }) {
  const members = useQuery(api.members.listMembers, { diaryId: notebook._id });
  const transfer = useMutation(api.members.transferOwnership);
  const [memberId, setMemberId] = useState("");
  const [isSending, setIsSending] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const others = members?.filter(({ role }) => role !== "owner");
  const getName = (member: { user: { name: string; email: string } }) =>
    member.user.name || member.user.email || "Unknown User";

  async function submit(event: FormEvent) {
    event.preventDefault();
    const newOwner = others?.find(({ _id }) => _id === memberId);
    if (!newOwner) return setError("Choose who shall own the notebook");
    setIsSending(true);
    try {
      await transfer({ memberId });
      notifySuccess(`${getName(newOwner)} owns this notebook now. You are an admin.`);
      onClose();
    } catch (failure) {
      console.error("members.transferOwnership failed", failure);
      setError(getErrorMessage(failure, "Failed to transfer ownership"));
      setIsSending(false);
    }
  }

  return (
    <Modal opened onClose={onClose} title="Transfer ownership">
      {!others && <Loading label="Loading members..." rows={1} />}
      {others?.length === 0 && (
        <>
          <p>There is nobody else in this notebook yet. Invite the person first.</p>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Close
            </Button>
          </Group>
        </>
      )}
      {others && others.length > 0 && (
        <Fields as="form" onSubmit={submit} noValidate>
          <p>
            The new owner alone may then archive, hand over or delete “{notebook.name}”. You stay as an admin;
            only the new owner can give it back.
          </p>
          <NativeSelect
            label="New owner"
            data-autofocus
            data={[
              { value: "", label: "Choose a member" },
              ...others.map((member) => ({
                value: member._id,
                label: `${getName(member)} (${ROLE_LABELS[member.role]})`,
              })),
            ]}
            value={memberId}
            error={error}
            onChange={({ currentTarget }) => {
              setMemberId(currentTarget.value);
              setError(null);
            }}
          />
          <FormEnd submit="Transfer ownership" isBusy={isSending} onCancel={onClose} />
        </Fields>
      )}
    </Modal>
  );
}
