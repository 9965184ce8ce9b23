import { letInHere } from "../../features/members/client/let-in-here.ts";
import type { Arrivals } from "../../lib/api.ts";
import { offerNextStep } from "../../ui/undo-toast.tsx";

/** Shows a notice for each new request and arrival, with the way to the members' page. */
export function showArrivals({ requests, arrivals }: Arrivals, leadTo: (diaryId: string) => void): void {
  // These screens show the requests themselves.
  const showsRequests = /^\/home$|\/members$/.test(window.location.pathname);
  for (const { user, diary } of showsRequests ? [] : requests) {
    const text = `${user.name || user.email} asks to be let in to “${diary.name}”.`;
    offerNextStep(text, "Answer", () => leadTo(diary.shortId));
  }
  for (const { invitationId, name, diary } of arrivals) {
    if (letInHere.has(invitationId)) continue;
    offerNextStep(`${name || "Somebody"} is in “${diary.name}” now.`, "Members", () => leadTo(diary.shortId));
  }
}
