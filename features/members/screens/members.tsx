import { Link } from "@tanstack/react-router";
import { useQuery } from "convex/react";
import { api, type Notebook } from "../../../lib/api.ts";
import { counted } from "../../../lib/counted.ts";
import { shownId } from "../../../lib/shown-id.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { MemberRow } from "../components/member-row.tsx";
import styles from "./members.module.css";

/** `/care/:diaryId/members`: who shares this notebook, live. */
export function MembersScreen({ notebook }: { notebook: Notebook }) {
  const members = useQuery(api.members.listMembers, { diaryId: notebook._id });
  return (
    <>
      <PageHeader
        title="Members"
        above={
          <Link to="/care/$diaryId" params={{ diaryId: shownId(notebook) }} className={styles.back}>
            {notebook.name}
          </Link>
        }
        subtitle={members && `${counted(members.length, "person", "people")} in this notebook`}
      />
      {!members && <Loading label="Loading members..." />}
      {members?.length === 0 && <EmptyState title="No members found" />}
      {members && members.length > 0 && (
        <section aria-labelledby="people">
          <h2 id="people" className="visually-hidden">
            People
          </h2>
          <ul className={styles.list}>
            {members.map((member) => (
              <MemberRow key={member._id} member={member} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
