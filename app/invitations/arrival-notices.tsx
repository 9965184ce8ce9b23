import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { useArrivals } from "../../features/members/client/use-arrivals.ts";
import { loadWithTexts } from "../../lib/words/waiting.ts";
import { whenIdle } from "../routes/when-idle.ts";

/** Notifies inviting members, on any screen, of requests and arrivals, once the first paint is done. */
export function ArrivalNotices() {
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => void whenIdle().then(() => setIsIdle(true)), []);
  return isIdle ? <Notices /> : null;
}

function Notices() {
  const shown = useArrivals();
  const navigate = useNavigate();
  /** Items from before the app opened aren't news; null until they are known. */
  const known = useRef<Set<string> | null>(null);
  useEffect(() => {
    if (!shown) return;
    const isNew = (id: string) => known.current !== null && !known.current.has(id);
    const requests = shown.requests.filter(({ _id }) => isNew(_id));
    const arrivals = shown.arrivals.filter(({ invitationId }) => isNew(invitationId));
    known.current = new Set([
      ...(known.current ?? []),
      ...shown.requests.map(({ _id }) => _id),
      ...shown.arrivals.map(({ invitationId }) => invitationId),
    ]);
    if (requests.length + arrivals.length === 0) return;
    const leadTo = (diaryId: string) => void navigate({ to: "/care/$diaryId/members", params: { diaryId } });
    // Loaded when there is news, which is seldom.
    void loadWithTexts(() => import("./show-arrivals.ts")).then(({ showArrivals }) =>
      showArrivals({ requests, arrivals }, leadTo),
    );
  }, [shown, navigate]);
  return null;
}
