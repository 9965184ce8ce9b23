import { Button, Group, NativeSelect } from "@mantine/core";
import { useMutation, useQuery } from "convex/react";
import { type FormEvent, useState } from "react";
import { api, type Notebook } from "../../../lib/api.ts";
import { getErrorMessage } from "../../../lib/error-message.ts";
import { t } from "../../../lib/words/t.ts";
import { Fields } from "../../../ui/fields.tsx";
import { FormEnd } from "../../../ui/form-end.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { Modal } from "../../../ui/modal.tsx";
import { notifySuccess } from "../../../ui/notify.ts";
import { getRoleName } from "../rules/roles.ts";

/** Transfers ownership of the notebook to another member. */
export function TransferNotebook({ notebook, onClose }: { notebook: Notebook; onClose: () => void }) {
  const members = useQuery(api.members.listMembers, { diaryId: notebook._id });
  const transfer = useMutation(api.members.transferOwnership);
  const [memberId, setMemberId] = useState("");
  const [isSending, setIsSending] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const others = members?.filter(({ role }) => role !== "owner");
  const getName = (member: { user: { name: string; email: string } }) =>
    member.user.name || member.user.email || t("info.unknownUser");

  async function submit(event: FormEvent) {
    event.preventDefault();
    const newOwner = others?.find(({ _id }) => _id === memberId);
    if (!newOwner) return setError(t("info.chooseOwner"));
    setIsSending(true);
    try {
      await transfer({ memberId });
      notifySuccess(t("info.transferred", { name: getName(newOwner) }));
      onClose();
    } catch (failure) {
      console.error("members.transferOwnership failed", failure);
      setError(getErrorMessage(failure, t("info.notTransferred")));
      setIsSending(false);
    }
  }

  return (
    <Modal opened onClose={onClose} title={t("info.transfer")}>
      {!others && <Loading label={t("info.loadingMembers")} rows={1} />}
      {others?.length === 0 && (
        <>
          <p>{t("info.nobodyElse")}</p>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t("info.close")}
            </Button>
          </Group>
        </>
      )}
      {others && others.length > 0 && (
        <Fields as="form" onSubmit={submit} noValidate>
          <p>{t("info.transferText", { name: notebook.name })}</p>
          <NativeSelect
            label={t("info.newOwner")}
            data-autofocus
            data={[
              { value: "", label: t("info.chooseMember") },
              ...others.map((member) => ({
                value: member._id,
                label: t("roles.nameAndRole", { name: getName(member), role: getRoleName(member.role) }),
              })),
            ]}
            value={memberId}
            error={error}
            onChange={({ currentTarget }) => {
              setMemberId(currentTarget.value);
              setError(null);
            }}
          />
          <FormEnd submit={t("info.transfer")} isBusy={isSending} onCancel={onClose} />
        </Fields>
      )}
    </Modal>
  );
}
