import { useMemo } from "react";
import { forgetForm, keepForm } from "../../features/account/client/kept-form.ts";
import { byPassword, type Proving, requestProof } from "../../features/account/client/proving.ts";
import { t } from "../../lib/words/t.ts";
import type { AuthClient } from "./auth-client.ts";
import { useAuth } from "./auth-context.tsx";
import { fetchWithRetry } from "./fetch-with-retry.ts";
import { addSignOutCleanup } from "./sign-out-cleanup.ts";

addSignOutCleanup(forgetForm);

/** The signed-in user's re-authentication method; null while no user is known to be signed in. */
export function useProving(): { personId: string; proving: Proving } | null {
  const { state, ready } = useAuth();
  const personId = state.user?.id;
  return useMemo(() => {
    if (!ready || personId === undefined) return null;
    const { auth } = ready.settings;
    switch (auth.provider) {
      case "embedded":
        return { personId, proving: byPassword };
      case "oidc":
        return { personId, proving: byRedirect(auth.confirmPath, personId) };
      case "clerk":
        return { personId, proving: byDialog(ready.client) };
    }
  }, [ready, personId]);
}

/** By signing in on the issuer's pages. */
function byRedirect(confirmPath: string, personId: string): Proving {
  return {
    by: "issuer",
    async secondsLeft() {
      const response = await fetchWithRetry("/api/auth/confirmation");
      return response.ok ? (await response.json()).seconds : 0;
    },
    async signInAgain(form) {
      keepForm(form, personId);
      const { pathname, search } = window.location;
      window.location.assign(`${confirmPath}?${new URLSearchParams({ returnTo: pathname + search })}`);
      await shownAgain();
      return { message: t("proof.cancelled") };
    },
    prove: (purpose) => requestProof("/confirmation", { purpose }),
    headers: async () => ({}),
  };
}

/** Resolves when the user returns to this very page with the browser's Back. */
const shownAgain = () =>
  new Promise<void>((resolve) => {
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      window.removeEventListener("pageshow", onShow);
      resolve();
    };
    window.addEventListener("pageshow", onShow);
  });

/** By the dialog of a hosted service over the page. */
function byDialog({ again, fetchToken }: AuthClient): Proving {
  return {
    by: "issuer",
    secondsLeft: async () => again?.secondsLeft() ?? 0,
    async signInAgain() {
      switch (await again?.ask()) {
        case "done":
          return null;
        case "closed":
          return { message: t("proof.cancelled") };
        default:
          return { message: t("proof.cannotAsk") };
      }
    },
    prove: async (purpose) =>
      requestProof("/confirmation", { purpose, sessionToken: (await again?.sessionToken()) ?? "" }),
    headers: async () => ({ Authorization: `Bearer ${await fetchToken({ forceRefreshToken: false })}` }),
  };
}
