import { EmptyState } from "../../../ui/empty-state.tsx";
import { LinkButton } from "../../../ui/link-button.tsx";
import { usePageTitle } from "../../../ui/use-page-title.ts";

type AccessDeniedProps = { text?: string };

/** Replaces a back-office page for people without access (workspace 2.8). */
export function AccessDenied({ text = "You need admin privileges to access this area." }: AccessDeniedProps) {
  usePageTitle("Access Denied");
  return (
    <EmptyState asPage title="Access Denied" text={text}>
      <LinkButton to="/home">Back to Home</LinkButton>
    </EmptyState>
  );
}
