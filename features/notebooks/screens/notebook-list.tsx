import type { ReactNode } from "react";
import { api, type NotebookSummary } from "../../../lib/api.ts";
import { t } from "../../../lib/words/t.ts";
import { Loading } from "../../../ui/loading.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { useLiveQuery } from "../../../ui/use-live-query.ts";
import { useNow } from "../../../ui/use-now.ts";
import { isOwn } from "../client/own-notebooks.ts";
import { ArchivedNotebooks } from "../components/archived-notebooks.tsx";
import { CreateTile } from "../components/create-tile.tsx";
import { NotebookGrid } from "../components/notebook-grid.tsx";
import { Welcome } from "../components/welcome.tsx";

type NotebookListScreenProps = {
  /** "Pending Invitations" of another room; also shown to a user without notebooks. */
  invitations: ReactNode;
  onShowMembers: (notebook: NotebookSummary) => void;
};

/** `/care`: the person's own notebooks, those shared with them, and archived ones (workspace 2.4). */
export function NotebookListScreen({ invitations, onShowMembers }: NotebookListScreenProps) {
  const notebooks = useLiveQuery(api.diaries.listMyDiaries, {});
  const now = useNow();
  if (!notebooks) return <Loading label={t("notebooks.loading")} />;
  if (notebooks.length === 0) {
    return (
      <>
        {invitations}
        <Welcome />
      </>
    );
  }

  const present = notebooks.filter(({ isArchived }) => !isArchived);
  const shared = present.filter((notebook) => !isOwn(notebook));
  const archived = notebooks.filter(({ isArchived }) => isArchived);
  const cards = { now, onShowMembers };
  return (
    <>
      <PageHeader title={t("notebooks.title")} />
      {invitations}
      <section aria-labelledby="own">
        <h2 id="own">{t("notebooks.own")}</h2>
        <NotebookGrid notebooks={present.filter(isOwn)} {...cards}>
          <CreateTile />
        </NotebookGrid>
      </section>
      {shared.length > 0 && (
        <section aria-labelledby="shared">
          <h2 id="shared">{t("notebooks.shared")}</h2>
          <NotebookGrid notebooks={shared} {...cards} />
        </section>
      )}
      {archived.length > 0 && <ArchivedNotebooks notebooks={archived} {...cards} />}
    </>
  );
}
