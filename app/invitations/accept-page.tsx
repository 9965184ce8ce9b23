import { useLocation, useNavigate, useParams } from "@tanstack/react-router";
import { InvitationScreen } from "../../features/members/screens/invitation.tsx";
import { useAuth } from "../auth/auth-context.tsx";

/** Connects the screen of an invitation with its address and the account of this browser. */
export function AcceptPage() {
  const { token } = useParams({ from: "/invited/invitations/$token/accept" });
  const here = useLocation({ select: (location) => location.pathname });
  const navigate = useNavigate();
  const { state, ready } = useAuth();
  if (!ready || state.status !== "signedIn") return null;

  async function switchAccount() {
    await ready?.client.signOut({ isForOther: true });
    await navigate({ to: "/sign-in", search: { returnTo: here } });
  }

  return (
    <InvitationScreen key={token} token={token} email={state.user.email} onSwitchAccount={switchAccount} />
  );
}
