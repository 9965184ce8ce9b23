import type { AuthClient } from "../auth/auth-client.ts";
import { wasSignedIn } from "../auth/auth-store.ts";
import { createAuth } from "../auth/create-auth.ts";
import { loadSettings } from "../settings.ts";

/**
 * Calls `redirect` when the visitor is signed in (workspace 2.1), else shows the page, which was hidden until then. A
 * hosted sign-in service is asked only about visitors who were signed in here before, because its script comes from
 * another host.
 */
export async function redirectSignedIn(redirect: () => void): Promise<void> {
  const show = () => document.documentElement.removeAttribute("data-returning");
  try {
    const settings = await loadSettings();
    if (settings.auth.provider === "clerk" && !wasSignedIn()) return show();
    const { status } = await settledState(await createAuth(settings));
    if (status === "signedIn") redirect();
    else show();
  } catch (error) {
    console.error("sign-in could not be asked", error);
    show();
  }
}

/** Resolves to the state of sign-in once it is known. */
function settledState({ getState, subscribe }: AuthClient): Promise<ReturnType<AuthClient["getState"]>> {
  return new Promise((resolve) => {
    const check = () => {
      const state = getState();
      if (state.status === "loading") return;
      stop();
      resolve(state);
    };
    const stop = subscribe(check);
    check();
  });
}
