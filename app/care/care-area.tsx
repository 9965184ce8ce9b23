import { Outlet } from "@tanstack/react-router";
import { ErrorState } from "../../ui/error-state.tsx";
import { useUserSync } from "../sync/user-sync.tsx";

/** The notebook area waits for the user sync (the frame shows a loading state) and shows its error. */
export function CareArea() {
  const sync = useUserSync();
  if (sync.status === "failed") {
    return <ErrorState title="We could not open your notebooks" message={sync.reason} onRetry={sync.retry} />;
  }
  return <Outlet />;
}
