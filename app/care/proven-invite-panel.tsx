import type { ComponentProps } from "react";
import { useReturn } from "../../features/account/client/public.ts";
import { InvitePanel } from "../../features/invitations/components/invite-panel.tsx";
import { useProving } from "../auth/proving.ts";

type PanelProps = Omit<ComponentProps<typeof InvitePanel>, "proving" | "returned">;

/** The panel that invites somebody, with the way in which the person proves that it is them. */
export function ProvenInvitePanel(props: PanelProps) {
  const known = useProving();
  const returned = useReturn(known?.personId ?? null);
  // Mounted anew with the form that the person comes back to.
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
