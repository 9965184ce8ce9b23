import { lazy, Suspense } from "react";

const HandoverStarts = lazy(() =>
  import("../../features/handover/components/starts.tsx").then((module) => ({
    default: module.HandoverStarts,
  })),
);

/** On home: the way to each handover. */
export const Handovers = () => (
  <Suspense fallback={null}>
    <HandoverStarts />
  </Suspense>
);
