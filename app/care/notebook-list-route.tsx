import { useCallback, useState } from "react";
import { InvitationsSection } from "../../features/members/components/invitations/invitations-section.tsx";
import { NotebookListScreen } from "../../features/notebooks/screens/notebook-list.tsx";
import type { NotebookSummary } from "../../lib/api.ts";
import { createLazyPart } from "../../ui/lazy-part.tsx";

const MembersDialog = createLazyPart(() =>
  import("../../features/members/components/members-dialog.tsx").then((m) => m.MembersDialog),
);

/** `/care`: the list of notebooks; the members dialog of another room is loaded when it is first opened. */
export function NotebookListRoute() {
  const [shown, setShown] = useState<NotebookSummary | null>(null);
  const [wasShown, setWasShown] = useState(false);

  const show = useCallback((notebook: NotebookSummary) => {
    setShown(notebook);
    setWasShown(true);
  }, []);

  return (
    <>
      <NotebookListScreen invitations={<InvitationsSection />} onShowMembers={show} />
      {wasShown && <MembersDialog notebook={shown} onClose={() => setShown(null)} />}
    </>
  );
}
