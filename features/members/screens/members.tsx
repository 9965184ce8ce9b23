import { useNavigate } from "@tanstack/react-router";
import { useMutation, useQuery } from "convex/react";
import { type ReactNode, useCallback } from "react";
import { api, type Notebook } from "../../../lib/api.ts";
import { getErrorMessage } from "../../../lib/error-message.ts";
import { t } from "../../../lib/words/t.ts";
import { Loading } from "../../../ui/loading.tsx";
import { notifyFailure, notifySuccess } from "../../../ui/notify.ts";
import { PageHeader } from "../../../ui/page-header.tsx";
import { MemberList } from "../components/member-list.tsx";
import styles from "./members.module.css";

type MembersScreenProps = {
  notebook: Notebook;
  /** Buttons next to the heading. */
  actions?: ReactNode;
  /** People who ask to be let in, for users who may invite. */
  requests?: ReactNode;
  /** The invitation form, when it is open. */
  invite?: ReactNode;
  /** The pending invitations, for users who may invite. */
  invitations?: ReactNode;
};

/** `/care/:diaryId/members`: the members and, for users who may invite, the pending invitations. */
export function MembersScreen({ notebook, actions, requests, invite, invitations }: MembersScreenProps) {
  const diaryId = notebook._id;
  const members = useQuery(api.members.listMembers, { diaryId });
  const leaveNotebook = useMutation(api.members.leave);
  const navigate = useNavigate();

  const leave = useCallback(async () => {
    // Leaves the page first, which would show "not found" once the membership ends.
    await navigate({ to: "/care" });
    try {
      await leaveNotebook({ diaryId });
      notifySuccess(t("members.left", { name: notebook.name }));
    } catch (error) {
      console.error("members.leave failed", error);
      notifyFailure(getErrorMessage(error, t("members.notLeft")));
    }
  }, [navigate, leaveNotebook, diaryId, notebook.name]);

  return (
    <>
      <PageHeader title={t("members.title")}>{actions}</PageHeader>
      {requests}
      <div className={`${styles.sections} ${invitations ? styles.beside : styles.alone}`}>
        <section aria-labelledby="people" className={styles.people}>
          <h2 id="people" className="visually-hidden">
            {t("members.people")}
          </h2>
          {!members && <Loading label={t("members.loading")} />}
          {members && (
            <>
              <MemberList members={members} notebook={notebook} onLeave={leave} />
              <p className={styles.foot}>{t("members.total", { count: members.length })}</p>
            </>
          )}
        </section>
        {invite && <div className={styles.invite}>{invite}</div>}
        {invitations && (
          // They would move when the members above them come.
          <div className={styles.invitations} hidden={!members}>
            {invitations}
          </div>
        )}
      </div>
    </>
  );
}
