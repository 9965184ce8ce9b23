import type { Key } from "../../lib/words/keys.ts";
import type { ClerkSettings } from "../settings.ts";
import type { AuthClient } from "./auth-client.ts";
import { createAuthStore } from "./auth-store.ts";
import { getUserFromToken } from "./token-claims.ts";

/** The parts of Clerk's browser script that we call. */
type Clerk = {
  load(): Promise<void>;
  addListener(listener: () => void): () => void;
  user: {
    id: string;
    fullName: string | null;
    primaryEmailAddress: { emailAddress: string } | null;
  } | null;
  session: {
    getToken(options: { template?: string; skipCache: boolean }): Promise<string | null>;
    /** Whole minutes since the first and the second factor were verified; -1: never. */
    factorVerificationAge?: [number, number] | null;
  } | null;
  /** Opens the dialog to sign in again; Clerk's own packages for frameworks open it like this. */
  __internal_openReverification?(options: {
    level: "first_factor";
    afterVerification(): void;
    afterVerificationCancelled(): void;
  }): void;
  signOut(): Promise<void>;
  mountSignIn(element: HTMLElement, options: object): void;
  unmountSignIn(element: HTMLElement): void;
  mountSignUp(element: HTMLElement, options: object): void;
  unmountSignUp(element: HTMLElement): void;
};

const SCRIPT_TIMEOUT_MS = 15_000;
/** How long the server takes a sign-in as fresh. */
const FRESH_MINUTES = 10;

/** The instance's own domain, encoded in a Clerk publishable key (base64, ended by a dollar sign). */
export function getClerkDomain(publishableKey: string): string {
  return atob(publishableKey.replace(/^pk_(?:test|live)_/, "")).replace(/\$$/, "");
}

/** Rejects with the key of a text. */
function loadScript(publishableKey: string): Promise<Clerk> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    const timer = setTimeout(() => reject(new Error("start.serviceSilent" satisfies Key)), SCRIPT_TIMEOUT_MS);
    script.src = `https://${getClerkDomain(publishableKey)}/npm/@clerk/clerk-js@5/dist/clerk.browser.js`;
    script.async = true;
    script.crossOrigin = "anonymous";
    script.dataset.clerkPublishableKey = publishableKey;
    script.onload = () => {
      clearTimeout(timer);
      resolve((window as typeof window & { Clerk: Clerk }).Clerk);
    };
    script.onerror = () => {
      clearTimeout(timer);
      reject(new Error("start.serviceMissing" satisfies Key));
    };
    document.head.append(script);
  });
}

/** Sign-in by Clerk's hosted service; its script is fetched only when the operator has configured Clerk. */
export async function createClerkAuth(settings: ClerkSettings): Promise<AuthClient> {
  const clerk = await loadScript(settings.publishableKey);
  await clerk.load();
  const store = createAuthStore();
  /** True once the person has pressed "Sign out" here: another end of the session is no leaving. */
  let isLeaving = false;

  async function refresh() {
    const { user } = clerk;
    if (!user) return isLeaving ? store.left() : store.ended();
    const email = user.primaryEmailAddress?.emailAddress ?? "";
    store.signedIn({ id: user.id, email, name: user.fullName ?? email });
  }
  clerk.addListener(() => void refresh());
  await refresh();

  return {
    provider: "clerk",
    getState: store.getState,
    subscribe: store.subscribe,
    refresh,
    async fetchToken({ forceRefreshToken }) {
      const options = { template: settings.tokenTemplate, skipCache: forceRefreshToken };
      const token = (await clerk.session?.getToken(options)) ?? null;
      const { user } = store.getState();
      // Another user signed in in another tab: their token must not be used for this user's changes.
      if (token && user && getUserFromToken(token)?.id !== user.id) {
        await refresh();
        return new Promise<never>(() => {});
      }
      return token;
    },
    mountForm(element, form, returnTo) {
      const options = {
        routing: "path",
        path: `/${form}`,
        signInUrl: "/sign-in",
        signUpUrl: "/sign-up",
        forceRedirectUrl: returnTo,
      };
      if (form === "sign-in") clerk.mountSignIn(element, options);
      else clerk.mountSignUp(element, options);
      return () => (form === "sign-in" ? clerk.unmountSignIn(element) : clerk.unmountSignUp(element));
    },
    again: {
      secondsLeft() {
        const [minutes] = clerk.session?.factorVerificationAge ?? [-1];
        return minutes < 0 ? 0 : Math.max(0, (FRESH_MINUTES - 1 - minutes) * 60);
      },
      ask: () =>
        new Promise((resolve) => {
          if (!clerk.__internal_openReverification) return resolve("unavailable");
          clerk.__internal_openReverification({
            level: "first_factor",
            afterVerification: () => resolve("done"),
            afterVerificationCancelled: () => resolve("closed"),
          });
        }),
      sessionToken: async () => (await clerk.session?.getToken({ skipCache: true })) ?? null,
    },
    async signOut({ isForOther = false } = {}) {
      isLeaving = !isForOther;
      try {
        await clerk.signOut();
      } finally {
        isLeaving = false;
      }
    },
    left: store.left,
  };
}
