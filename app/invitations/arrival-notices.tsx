import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { letInHere } from "../../features/invitations/client/let-in-here.ts";
import { useArrivals } from "../../features/invitations/client/use-arrivals.ts";
import { offerNextStep } from "../../ui/undo-toast.tsx";
import { whenIdle } from "../routes/when-idle.ts";

/** Tells whoever invites, on any screen, that somebody asks to be let in or has come in, once the first paint is done. */
export function ArrivalNotices() {
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => void whenIdle().then(() => setIsIdle(true)), []);
  return isIdle ? <Notices /> : null;
}

function Notices() {
  const shown = useArrivals();
  const navigate = useNavigate();
  /** What was there when the app opened is no news; null until it is known. */
  const known = useRef<Set<string> | null>(null);
  useEffect(() => {
    if (!shown) return;
    const { requests, arrivals } = shown;
    const ids = [...requests.map(({ _id }) => _id), ...arrivals.map(({ invitationId }) => invitationId)];
    const before = known.current;
    known.current = new Set([...(before ?? []), ...ids]);
    if (!before) return;
    const leadTo = (diaryId: string) => () =>
      void navigate({ to: "/care/$diaryId/members", params: { diaryId } });
    // These screens show the requests themselves.
    const showsRequests = /^\/home$|\/members$/.test(window.location.pathname);
    for (const { _id, user, diary } of requests)
      if (!before.has(_id) && !showsRequests)
        offerNextStep(
          `${user.name || user.email} asks to be let in to “${diary.name}”.`,
          "Answer",
          leadTo(diary.shortId),
        );
    for (const { invitationId, name, diary } of arrivals)
      if (!before.has(invitationId) && !letInHere.has(invitationId))
        offerNextStep(`${name || "Somebody"} is in “${diary.name}” now.`, "Members", leadTo(diary.shortId));
  }, [shown, navigate]);
  return null;
}
