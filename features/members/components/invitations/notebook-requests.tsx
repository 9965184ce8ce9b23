import { useQuery } from "convex/react";
import { api } from "../../../../lib/api.ts";
import { JoinRequests } from "./join-requests.tsx";

/** The requests to be let in of one notebook, for users who may invite; live. */
export function NotebookRequests({ diaryId }: { diaryId: string }) {
  return <JoinRequests requests={useQuery(api.invitations.listJoinRequests, { diaryId })} />;
}
