import { Navigate, useLocation } from "@tanstack/react-router";
import { readStored, writeStored } from "../../lib/browser-store.ts";

const KEY = "recent-notebook";

/** Remembers in this browser which notebook was opened last, by the id that addresses show. */
export function rememberNotebook(id: string): void {
  writeStored(KEY, id);
}

/**
 * A link into the notebook area that names no notebook, such as `/care/members`: it opens the notebook
 * that was opened last, or the list.
 */
export function RecentNotebookRedirect() {
  const location = useLocation();
  const recent = readStored<string>(KEY);
  if (!recent) return <Navigate to="/care" replace />;
  return <Navigate to={location.href.replace(/^\/care/, `/care/${recent}`)} replace />;
}
