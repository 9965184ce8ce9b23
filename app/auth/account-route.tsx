import { useCallback } from "react";
import { AccountScreen } from "../../features/account/screens/account.tsx";
import { useAuth } from "./auth-context.tsx";

/** `/account`, with the sign-in provider that it needs. */
export function AccountRoute() {
  const { state, ready } = useAuth();
  const client = ready?.client;
  const refresh = useCallback(async () => client?.refresh(), [client]);
  if (!ready || state.status !== "signedIn") return null;
  const { auth } = ready.settings;
  return (
    <AccountScreen
      name={state.user.name}
      email={state.user.email}
      onChanged={refresh}
      embedded={
        auth.provider === "embedded"
          ? { passkeys: auth.passkeys, mail: auth.mail, shortestPassword: auth.password.min }
          : null
      }
    />
  );
}
