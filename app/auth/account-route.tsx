import { AccountScreen } from "../../features/account/screens/account.tsx";
import { useAuth } from "./auth-context.tsx";

/** `/account`, with the sign-in provider that it needs. */
export function AccountRoute() {
  const { state, ready } = useAuth();
  if (!ready || state.status !== "signedIn") return null;
  const { auth } = ready.settings;
  return (
    <AccountScreen
      name={state.user.name}
      email={state.user.email}
      onChanged={() => ready.client.refresh()}
      embedded={
        auth.provider === "embedded" ? { passkeys: auth.passkeys, shortestPassword: auth.password.min } : null
      }
    />
  );
}
