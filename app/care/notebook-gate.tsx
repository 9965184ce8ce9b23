import { Outlet, useLocation, useParams } from "@tanstack/react-router";
import { useQuery } from "convex/react";
import { useEffect } from "react";
import { NOTE_TYPES } from "../../features/notes/rules.ts";
import { api } from "../../lib/api.ts";
import { getIdKind } from "../../lib/ids.ts";
import { getShownId } from "../../lib/shown-id.ts";
import { t } from "../../lib/words/t.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { LinkButton } from "../../ui/link-button.tsx";
import { Loading } from "../../ui/loading.tsx";
import { useShownId } from "../../ui/use-shown-id.ts";
import { NotebookContext } from "./notebook-context.tsx";
import { NotebookFrame } from "./notebook-frame.tsx";
import { fetchWritingScreens } from "./notebook-screens.ts";
import { forgetNotebook, rememberNotebook } from "./recent-notebook.ts";
import { useMarkOpened } from "./use-mark-opened.ts";

/** Delayed, so that it doesn't compete with the first screen. */
const FETCH_AFTER_MS = 1500;

/**
 * Finds the notebook of the address by short or full id and replaces the id in the address by the short one. A
 * notebook that doesn't exist and one without access look the same.
 */
export function NotebookGate() {
  const { diaryId } = useParams({ from: "/signed-in/care/$diaryId" });
  const { pathname, search } = useLocation();
  const kind = getIdKind(diaryId);
  const byShortId = useQuery(api.diaries.getDiaryByShortId, kind === "short" ? { shortId: diaryId } : "skip");
  const byId = useQuery(api.diaries.getDiary, kind === "full" ? { diaryId } : "skip");
  const notebook = kind === "short" ? byShortId : kind === "full" ? byId : null;
  const shown = notebook ? getShownId(notebook) : null;

  useShownId("/care/", diaryId, shown);
  useMarkOpened(notebook);
  const isMissing = notebook === null;
  useEffect(() => {
    if (shown) rememberNotebook(shown);
    if (isMissing) forgetNotebook(diaryId);
  }, [shown, isMissing, diaryId]);

  useEffect(() => {
    const timer = setTimeout(fetchWritingScreens, FETCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);

  if (notebook === undefined) return <Loading label={t("care.loading")} />;
  if (notebook === null) {
    return (
      <EmptyState asPage title={pathname.endsWith("/edit") ? t("care.noEdit") : t("care.noAccess")}>
        <LinkButton to="/care">{t("care.backToAll")}</LinkButton>
      </EmptyState>
    );
  }
  return (
    <NotebookContext value={notebook}>
      <NotebookFrame notebook={notebook} at={getFramed(pathname, search)}>
        <Outlet />
      </NotebookFrame>
    </NotebookContext>
  );
}

/** What the frame shows for an address. */
function getFramed(pathname: string, search: { type?: string }): "notes" | "info" | "page" {
  const [page, id] = pathname.split("/").slice(3);
  // The dialog to choose a new note's type is shown over the list.
  const isChoosing = page === "note" && id === "new" && !NOTE_TYPES.some((type) => type === search.type);
  return !page || isChoosing ? "notes" : page === "info" ? "info" : "page";
}
