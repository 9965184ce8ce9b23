import { useLocation, useNavigate, useParams } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { useAuth } from "../auth/auth-context.tsx";
import { Guard } from "../layouts/guard.tsx";
import { LoadingPage } from "../layouts/loading-page.tsx";

const SignedOutPage = lazy(() =>
  import("./signed-out-page.tsx").then((module) => ({ default: module.SignedOutPage })),
);
const InvitationScreen = lazy(() =>
  import("../../features/invitations/screens/invitation.tsx").then((module) => ({
    default: module.InvitationScreen,
  })),
);

/** The guard of the invitation page: signed-out visitors see who invites them before they sign in. */
export function InvitationGuard() {
  return (
    <Guard
      signedOut={
        <Suspense fallback={<LoadingPage />}>
          <SignedOutPage />
        </Suspense>
      }
    />
  );
}

/**
 * The invitation page of a signed-in person. Not a lazy component of the route itself: the router would load it, with
 * the UI kit, for signed-out visitors as well.
 */
export function InvitationRoute() {
  const { token } = useParams({ from: "/invited/invitations/$token/accept" });
  const here = useLocation({ select: (location) => location.href });
  const navigate = useNavigate();
  const { state, ready } = useAuth();
  if (!ready || state.status !== "signedIn") return null;

  async function switchAccount() {
    await ready?.client.signOut({ isForOther: true });
    await navigate({ to: "/sign-in", search: { returnTo: here } });
  }

  return (
    <Suspense fallback={<LoadingPage />}>
      <InvitationScreen key={token} token={token} email={state.user.email} onSwitchAccount={switchAccount} />
    </Suspense>
  );
}
