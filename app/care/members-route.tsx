import { IconUserPlus } from "@tabler/icons-react";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useQuery } from "convex/react";
import { useCallback, useEffect, useRef } from "react";
import { NotebookRequests } from "../../features/members/components/invitations/notebook-requests.tsx";
import { PendingInvitations } from "../../features/members/components/invitations/pending-invitations.tsx";
import { MembersScreen } from "../../features/members/screens/members.tsx";
import { api, type Notebook } from "../../lib/api.ts";
import { getShownId } from "../../lib/shown-id.ts";
import { t } from "../../lib/words/t.ts";
import { createLazyPart } from "../../ui/lazy-part.tsx";
import { LinkButton } from "../../ui/link-button.tsx";
import { useAuth } from "../auth/auth-context.tsx";

const InvitePanel = createLazyPart(() =>
  import("./proven-invite-panel.tsx").then((m) => m.ProvenInvitePanel),
);

/**
 * `/care/:diaryId/members`: the members and, for users who may invite, the invitations. `?invite` offers a link to
 * share, `?invite=mail` the form; after the invitation is sent, the address is that of the members again (care-core 4).
 */
export function MembersRoute({ notebook }: { notebook: Notebook }) {
  const { ready } = useAuth();
  const { invite = false } = useSearch({ from: "/signed-in/care/$diaryId/members" });
  const navigate = useNavigate();
  const members = { to: "/care/$diaryId/members", params: { diaryId: getShownId(notebook) } } as const;
  const mayInvite = notebook.permissions.includes("members.invite");
  const isInviting = invite !== false && mayInvite;
  const me = useQuery(api.users.getCurrentUser, mayInvite ? {} : "skip") ?? undefined;

  const { diaryId } = members.params;
  const close = useCallback(
    () => void navigate({ to: "/care/$diaryId/members", params: { diaryId }, search: {} }),
    [navigate, diaryId],
  );
  const opener = useFocusWhenClosed(isInviting);

  if (!mayInvite) return <MembersScreen notebook={notebook} />;
  const mail = ready?.settings.mail ?? true;
  return (
    <MembersScreen
      notebook={notebook}
      actions={
        !isInviting && (
          <LinkButton
            {...members}
            ref={opener}
            search={{ invite: true }}
            leftSection={<IconUserPlus size={20} aria-hidden="true" />}
          >
            {t("members.invite")}
          </LinkButton>
        )
      }
      invite={
        isInviting && (
          <InvitePanel
            diaryId={notebook._id}
            inviter={me?.name ?? ""}
            way={invite === "mail" ? "mail" : "link"}
            mail={mail}
            onWay={(way) => void navigate({ ...members, search: { invite: way === "mail" ? "mail" : true } })}
            onClose={close}
          />
        )
      }
      requests={<NotebookRequests diaryId={notebook._id} />}
      invitations={<PendingInvitations diaryId={notebook._id} me={me} mail={mail} />}
    />
  );
}

/** A ref for the button that opens a part of the page: it gets the focus back when that part has closed. */
function useFocusWhenClosed(isOpen: boolean) {
  const opener = useRef<HTMLAnchorElement>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current && !isOpen) opener.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return opener;
}
