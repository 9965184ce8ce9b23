import { useQuery } from "convex/react";
import { useMemo, useState } from "react";
import { api, type Member, type NotebookSummary } from "../../../lib/api.ts";
import { t } from "../../../lib/words/t.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { List } from "../../../ui/list.tsx";
import { useProgressiveRendering } from "../../../ui/use-progressive-rendering.ts";
import { takesAway } from "../client/role-rank.ts";
import { useMemberChanges } from "../client/use-member-changes.ts";
import { useMembershipNews } from "../client/use-membership-news.ts";
import { getAssignableRoles } from "../rules.ts";
import { type Asked, MemberQuestion } from "./member-question.tsx";
import { type MemberActions, MemberRow } from "./member-row.tsx";

type MemberListProps = {
  members: Member[];
  /** The notebook with the viewer's role and permissions. */
  notebook: Pick<NotebookSummary, "_id" | "userRole" | "permissions">;
  /** Handles leaving; given on the members screen, where roles can be changed too. */
  onLeave?: () => void;
};

/** The members of a notebook with the viewer's actions; asks before it removes rights. */
export function MemberList({ members, notebook, onLeave }: MemberListProps) {
  const { _id: diaryId, userRole, permissions } = notebook;
  const me = useQuery(api.users.getCurrentUser, {});
  const { removing, remove, giveRole, makeOwner } = useMemberChanges(diaryId);
  const [asked, setAsked] = useState<Asked | null>(null);
  const news = useMembershipNews(members, me?._id);
  const renderedCount = useProgressiveRendering(members.length);

  const actions = useMemo<MemberActions>(() => {
    const isFull = onLeave !== undefined;
    return {
      remove: permissions.includes("members.remove")
        ? (member) => setAsked({ kind: "remove", member })
        : null,
      roles: isFull ? getAssignableRoles(userRole) : [],
      giveRole: (member, role) =>
        takesAway(member.role, role) ? setAsked({ kind: "role", member, role }) : void giveRole(member, role),
      makeOwner:
        isFull && permissions.includes("notebook.transfer")
          ? (member) => setAsked({ kind: "owner", member })
          : null,
      leave: isFull && permissions.includes("notebook.leave") ? () => setAsked({ kind: "leave" }) : null,
    };
  }, [userRole, permissions, onLeave, giveRole]);

  function confirm(question: Asked) {
    setAsked(null);
    if (question.kind === "remove") void remove(question.member);
    if (question.kind === "role") void giveRole(question.member, question.role);
    if (question.kind === "owner") void makeOwner(question.member);
    if (question.kind === "leave") onLeave?.();
  }

  return (
    <>
      {members.length === 0 && <EmptyState title={t("members.none")} />}
      <List>
        {members.slice(0, renderedCount).map((member) => (
          <MemberRow
            key={member._id}
            member={member}
            isMe={member.userId === me?._id}
            isRemoving={removing.has(member._id)}
            actions={actions}
          />
        ))}
      </List>
      <p className="visually-hidden" aria-live="polite">
        {news}
      </p>
      <MemberQuestion asked={asked} onCancel={() => setAsked(null)} onConfirm={confirm} />
    </>
  );
}
