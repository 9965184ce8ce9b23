import { letInHere } from "../../features/members/client/let-in-here.ts";
import type { Arrivals } from "../../lib/api.ts";
import { t } from "../../lib/words/t.ts";
import { offerNextStep } from "../../ui/undo-toast.tsx";

/** Shows a notice for each new request and arrival, with the way to the members' page. */
export function showArrivals({ requests, arrivals }: Arrivals, leadTo: (diaryId: string) => void): void {
  // These screens show the requests themselves.
  const showsRequests = /^\/home$|\/members$/.test(window.location.pathname);
  for (const { user, diary } of showsRequests ? [] : requests) {
    const text = t("joining.asks", { name: user.name || user.email, notebook: diary.name });
    offerNextStep(text, t("joining.answer"), () => leadTo(diary.shortId));
  }
  for (const { invitationId, name, diary } of arrivals) {
    if (letInHere.has(invitationId)) continue;
    const text = t("joining.hasJoined", { isKnown: String(Boolean(name)), name, notebook: diary.name });
    offerNextStep(text, t("joining.members"), () => leadTo(diary.shortId));
  }
}
