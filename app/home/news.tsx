import { lazy, Suspense, useState } from "react";
import { useNews } from "../../features/updates/client/use-news.ts";

const WhatsNew = lazy(() =>
  import("../../features/updates/components/whats-new.tsx").then((module) => ({ default: module.WhatsNew })),
);
const OpenedTaskById = lazy(() =>
  import("../tasks/opened-task-by-id.tsx").then((module) => ({ default: module.OpenedTaskById })),
);

/** How many groups of what is new home shows. */
const SHOWN = 5;

/** On home: what others did. Loads what shows it only when there is something. */
export function News() {
  const news = useNews();
  // What was shown stays until home is left, also when all of it counts as read.
  const [isShown, setIsShown] = useState(false);
  if (!isShown && news && news.groups.length > 0) setIsShown(true);
  if (!isShown) return null;
  return (
    <Suspense fallback={null}>
      <WhatsNew
        most={SHOWN}
        openTask={(taskId, onClose) => <OpenedTaskById key={taskId} taskId={taskId} onClose={onClose} />}
      />
    </Suspense>
  );
}
