import { Button } from "@mantine/core";
import { useMutation, useQuery } from "convex/react";
import { useState } from "react";
import { api, type Member, type NotebookSummary } from "../../../lib/api.ts";
import { errorMessage } from "../../../lib/error-message.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { Modal } from "../../../ui/modal.tsx";
import { notifyFailure } from "../../../ui/notify.ts";
import { MemberRow } from "./member-row.tsx";
import styles from "./members-dialog.module.css";
import { RemoveQuestion } from "./remove-question.tsx";

type MembersDialogProps = { notebook: NotebookSummary | null; onClose: () => void };

/** "Notebook Members" (workspace 2.4): who shares a notebook; owner and admins may remove people. */
export function MembersDialog({ notebook, onClose }: MembersDialogProps) {
  const members = useQuery(api.members.listMembers, notebook ? { diaryId: notebook._id } : "skip");
  const removeMember = useMutation(api.members.removeMember);
  const [asked, setAsked] = useState<Member | null>(null);
  const [removing, setRemoving] = useState<string | null>(null);
  const mayRemove = notebook?.userRole === "owner" || notebook?.userRole === "admin";

  async function remove(member: Member) {
    setAsked(null);
    setRemoving(member._id);
    try {
      await removeMember({ memberId: member._id });
    } catch (error) {
      console.error("members.removeMember failed", error);
      notifyFailure(errorMessage(error, "Failed to remove member"));
    } finally {
      setRemoving(null);
    }
  }

  return (
    <Modal opened={notebook !== null} onClose={onClose} title="Notebook Members" size="lg">
      {!members && <Loading label="Loading members..." />}
      {members?.length === 0 && <EmptyState title="No members found" />}
      <ul className={styles.list}>
        {members?.map((member) => (
          <MemberRow
            key={member._id}
            member={member}
            isRemoving={removing === member._id}
            onRemove={mayRemove ? () => setAsked(member) : null}
          />
        ))}
      </ul>
      <RemoveQuestion member={asked} onCancel={() => setAsked(null)} onConfirm={remove} />
      <div className={styles.foot}>
        <span>{members?.length ?? 0} member(s) total</span>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </div>
    </Modal>
  );
}
