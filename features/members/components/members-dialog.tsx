import { Button } from "@mantine/core";
import { useQuery } from "convex/react";
import { useEffect, useRef } from "react";
import { api, type NotebookSummary } from "../../../lib/api.ts";
import { getShownId } from "../../../lib/shown-id.ts";
import { t } from "../../../lib/words/t.ts";
import { Actions } from "../../../ui/actions.tsx";
import { LinkButton } from "../../../ui/link-button.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { Modal } from "../../../ui/modal.tsx";
import { NeedsConnection } from "../../../ui/needs-connection.tsx";
import { notifyBackgroundFailure } from "../../../ui/notify.ts";
import { MemberList } from "./member-list.tsx";
import styles from "./members-dialog.module.css";

type MembersDialogProps = { notebook: NotebookSummary | null; onClose: () => void };

/** "Notebook Members" (workspace 2.4): lists the members; owner and admins may remove people. */
export function MembersDialog({ notebook, onClose }: MembersDialogProps) {
  // Live: the viewer may be removed or get another role meanwhile.
  const notebooks = useQuery(api.diaries.listMyDiaries, {});
  const present = notebooks?.find(({ _id }) => _id === notebook?._id);
  const members = useQuery(api.members.listMembers, present ? { diaryId: present._id } : "skip");
  const isGone = notebook !== null && notebooks !== undefined && !present;
  useEffect(() => {
    if (!isGone) return;
    notifyBackgroundFailure(t("members.goneNotebook", { name: notebook.name }));
    onClose();
  }, [isGone, notebook, onClose]);

  // Keeps the content while the dialog fades out.
  const latest = useRef({ present, members });
  if (present) latest.current = { present, members };
  const shown = latest.current;

  return (
    <Modal opened={notebook !== null && !isGone} onClose={onClose} title={t("members.dialogTitle")} size="lg">
      <NeedsConnection what={t("members.changingRole")} />
      {!shown.members && <Loading label={t("members.loading")} />}
      {shown.present && shown.members && <MemberList members={shown.members} notebook={shown.present} />}
      <div className={styles.foot}>
        <span>{t("members.total", { count: shown.members?.length ?? 0 })}</span>
        <Actions>
          {shown.present && (
            <LinkButton
              to="/care/$diaryId/members"
              params={{ diaryId: getShownId(shown.present) }}
              variant="default"
            >
              {t("members.page", { mayInvite: String(shown.present.permissions.includes("members.invite")) })}
            </LinkButton>
          )}
          <Button variant="default" onClick={onClose}>
            {t("members.close")}
          </Button>
        </Actions>
      </div>
    </Modal>
  );
}
