import { Outlet, useLocation, useParams, useRouter } from "@tanstack/react-router";
import { useQuery } from "convex/react";
import { useEffect } from "react";
import { idKind } from "../../lib/id-kind.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { LinkButton } from "../../ui/link-button.tsx";
import { Loading } from "../../ui/loading.tsx";
import { api } from "../api.ts";
import { NotebookContext } from "./notebook-context.tsx";
import { rememberNotebook } from "./recent-notebook.tsx";

/**
 * Finds the notebook of the address by short or full id and makes the address show the short one.
 * A notebook that doesn't exist and one without access look the same.
 */
export function NotebookGate() {
  const { diaryId } = useParams({ from: "/signed-in/care/$diaryId" });
  const { pathname, href } = useLocation();
  const { history } = useRouter();
  const kind = idKind(diaryId);
  const byShortId = useQuery(api.diaries.getDiaryByShortId, kind === "short" ? { shortId: diaryId } : "skip");
  const byId = useQuery(api.diaries.getDiary, kind === "full" ? { diaryId } : "skip");
  const notebook = kind === "short" ? byShortId : kind === "full" ? byId : null;
  const shownId = notebook ? (notebook.shortId ?? notebook._id) : null;

  useEffect(() => {
    if (!shownId) return;
    rememberNotebook(shownId);
    if (shownId !== diaryId) history.replace(href.replace(`/care/${diaryId}`, `/care/${shownId}`));
  }, [shownId, diaryId, href, history]);

  if (notebook === undefined) return <Loading label="Loading your care diaries..." />;
  if (notebook === null) {
    const wanted = pathname.endsWith("/edit") ? "permission to edit it" : "access to it";
    return (
      <EmptyState title={`Notebook not found or you don't have ${wanted}.`}>
        <LinkButton to="/care">Back to your notebooks</LinkButton>
      </EmptyState>
    );
  }
  return (
    <NotebookContext value={notebook}>
      <Outlet />
    </NotebookContext>
  );
}
