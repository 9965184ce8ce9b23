import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { type SearchAddress, searchOfAddress } from "../../features/search/client/search-address.ts";
import { SearchScreen } from "../../features/search/screens/search.tsx";
import { createLazyPart } from "../../ui/lazy-part.tsx";

const OpenedTaskById = createLazyPart(() =>
  import("../tasks/opened-task-by-id.tsx").then((m) => m.OpenedTaskById),
);

/** `/search`, with the search in the address: Back leads to the same results. */
export function SearchRoute() {
  const search = useSearch({ from: "/signed-in/search" });
  const address = useMemo(() => searchOfAddress(search), [search]);
  const navigate = useNavigate();
  const [taskId, setTaskId] = useState<string | null>(null);
  return (
    <>
      <SearchScreen
        address={address}
        onSearch={(next: SearchAddress) =>
          void navigate({ to: "/search", search: next, replace: true, resetScroll: false })
        }
        onOpenTask={setTaskId}
      />
      {taskId !== null && <OpenedTaskById key={taskId} taskId={taskId} onClose={() => setTaskId(null)} />}
    </>
  );
}
