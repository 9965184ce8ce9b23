import { useNavigate, useSearch } from "@tanstack/react-router";
import { lazy, Suspense, useMemo, useState } from "react";
import { type SearchAddress, searchOfAddress } from "../../features/search/client/search-address.ts";
import { SearchScreen } from "../../features/search/screens/search.tsx";
import { api } from "../../lib/api.ts";
import { useLiveQuery } from "../../ui/use-live-query.ts";

const OpenedTask = lazy(() =>
  import("../tasks/opened-task.tsx").then((module) => ({ default: module.OpenedTask })),
);

/** `/search`, with what is searched for in the address: Back leads to the same results. */
export function SearchRoute() {
  const search = useSearch({ from: "/signed-in/search" });
  const address = useMemo(() => searchOfAddress(search), [search]);
  const navigate = useNavigate();
  const [taskId, setTaskId] = useState<string | null>(null);
  const task = useLiveQuery(api.tasks.getTask, taskId === null ? null : { taskId });
  return (
    <>
      <SearchScreen
        address={address}
        onSearch={(next: SearchAddress) =>
          void navigate({ to: "/search", search: next, replace: true, resetScroll: false })
        }
        onOpenTask={setTaskId}
      />
      {taskId !== null && task && (
        <Suspense fallback={null}>
          <OpenedTask key={taskId} task={task} onClose={() => setTaskId(null)} />
        </Suspense>
      )}
    </>
  );
}
