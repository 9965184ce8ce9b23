import { useQuery } from "convex/react";
import type { ReactNode } from "react";
import { api, type NotebookSummary } from "../../../lib/api.ts";
import { Loading } from "../../../ui/loading.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { CreateTile } from "../components/create-tile.tsx";
import { NotebookCard } from "../components/notebook-card.tsx";
import { Welcome } from "../components/welcome.tsx";
import styles from "./notebook-list.module.css";

/** `/care`: the person's own notebooks, and those shared with them (workspace 2.4). */
export function NotebookListScreen({
  invitations,
  onShowMembers,
}: {
  /** "Pending Invitations", of another room; shown to somebody without notebooks, too. */
  invitations: ReactNode;
  onShowMembers: (notebook: NotebookSummary) => void;
}) {
  const notebooks = useQuery(api.diaries.listMyDiaries, {});
  if (!notebooks) return <Loading label="Loading your care diaries..." />;
  if (notebooks.length === 0) {
    return (
      <>
        {invitations}
        <Welcome />
      </>
    );
  }

  const isOwn = ({ userRole }: NotebookSummary) => userRole === "owner" || userRole === "admin";
  const own = notebooks.filter(isOwn);
  const shared = notebooks.filter((notebook) => !isOwn(notebook));
  return (
    <>
      <PageHeader title="Your notebooks" />
      {invitations}
      <section aria-labelledby="own">
        <h2 id="own">Care Notes</h2>
        <ul className={styles.grid}>
          {own.map((notebook) => (
            <NotebookCard key={notebook._id} notebook={notebook} onShowMembers={onShowMembers} />
          ))}
          <CreateTile />
        </ul>
      </section>
      {shared.length > 0 && (
        <section aria-labelledby="shared">
          <h2 id="shared">Shared With Me</h2>
          <ul className={styles.grid}>
            {shared.map((notebook) => (
              <NotebookCard key={notebook._id} notebook={notebook} onShowMembers={onShowMembers} shared />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
