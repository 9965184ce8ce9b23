import type { ComponentProps } from "react";
import { useReturn } from "../../features/account/client/public.ts";
import { InvitePanel } from "../../features/members/components/invitations/invite-panel.tsx";
import { useProving } from "../auth/proving.ts";

type PanelProps = Omit<ComponentProps<typeof InvitePanel>, "proving" | "returned">;

/** The panel for inviting a person, with the user's re-authentication method. */
export function ProvenInvitePanel(props: PanelProps) {
  const known = useProving();
  const returned = useReturn(known?.personId ?? null);
  // Mounted anew with the form that the user returns to.
  return (
    known && (
      <InvitePanel
        key={returned ? "returned" : "new"}
        {...props}
        proving={known.proving}
        returned={returned}
      />
    )
  );
}
