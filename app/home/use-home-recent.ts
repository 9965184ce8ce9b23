import { HOME_NOTES, HOME_UPDATES } from "../../features/updates/rules/home.ts";
import { api } from "../../lib/api.ts";
import { useLiveQuery } from "../../ui/use-live-query.ts";

/** The query that both lists of the dashboard share, so that it is computed once. */
export const useHomeRecent = () =>
  useLiveQuery(api.home.getHomeRecent, { notesLimit: HOME_NOTES, updatesLimit: HOME_UPDATES });
