import { Badge } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useQuery } from "convex/react";
import { api, type Notebook } from "../../../app/api.ts";
import { counted } from "../../../lib/counted.ts";
import { shortDate } from "../../../lib/time.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { InitialsAvatar } from "../../../ui/initials-avatar.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { ROLE_LABELS } from "../../notebooks/rules.ts";
import styles from "./members.module.css";

/** `/care/:diaryId/members`: who shares this notebook, live. */
export function MembersScreen({ notebook }: { notebook: Notebook }) {
  const members = useQuery(api.members.listMembers, { diaryId: notebook._id });
  return (
    <>
      <PageHeader
        title="Members"
        above={
          <Link
            to="/care/$diaryId"
            params={{ diaryId: notebook.shortId ?? notebook._id }}
            className={styles.back}
          >
            {notebook.name}
          </Link>
        }
        subtitle={members && `${counted(members.length, "person", "people")} in this notebook`}
      />
      {!members && <Loading label="Loading members..." />}
      {members?.length === 0 && <EmptyState title="No members found" />}
      {members && members.length > 0 && (
        <ul className={styles.list}>
          {members.map((member) => (
            <li key={member._id} className={styles.member}>
              <InitialsAvatar name={member.user.name} size={44} />
              <div className={styles.words}>
                <h2 className={styles.name}>{member.user.name || "Unknown User"}</h2>
                <p className={styles.detail}>
                  {member.user.email} · since {shortDate(member.joinedAt)}
                </p>
              </div>
              <Badge variant="outline">{ROLE_LABELS[member.role]}</Badge>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
