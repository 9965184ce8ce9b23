import type { NotebookSummary } from "../../../lib/api.ts";

/** Whether a notebook is listed under "Care Notes" (owned or administered) rather than "Shared With Me". */
export const isOwn = ({ userRole }: Pick<NotebookSummary, "userRole">): boolean =>
  userRole === "owner" || userRole === "admin";
