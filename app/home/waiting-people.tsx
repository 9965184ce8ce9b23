import { lazy, Suspense } from "react";
import { useArrivals } from "../../features/invitations/client/use-arrivals.ts";

const JoinRequests = lazy(() =>
  import("../../features/invitations/components/join-requests.tsx").then((module) => ({
    default: module.JoinRequests,
  })),
);

/** On home: the people who ask to be let in. Loads what shows them only when there are some. */
export function WaitingPeople() {
  const requests = useArrivals()?.requests;
  if (!requests || requests.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <JoinRequests requests={requests} />
    </Suspense>
  );
}
