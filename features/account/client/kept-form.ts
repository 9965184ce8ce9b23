import type { ProofPurpose } from "../../../lib/proof-purposes.ts";
import { t } from "../../../lib/words/t.ts";

/** A form that the user left to sign in again, with its values. */
export type KeptForm = {
  /** Which form it is. */
  form: ProofPurpose;
  values: unknown;
};

type Stored = KeptForm & { personId: string; path: string; at: number };

const OUTCOMES = [
  "done",
  "cancelled",
  "other",
  "old",
  "untimed",
  "ended",
  "late",
  "unavailable",
  "refused",
] as const;

/** The outcome of a second sign-in; the server's values of it are in `server/auth/fresh_sign_in.ts`. */
export type Outcome = (typeof OUTCOMES)[number];

/** A person's return to the page that they left. `form`: the form that they left, when this browser still has it. */
export type Returned = { outcome: Outcome; form: KeptForm | null };

const KEY = "carediary.form";
const PARAMETER = "again";
/** Longer than the server waits for the user to return. */
const KEEP_MS = 15 * 60_000;

const isOutcome = (text: string): text is Outcome => (OUTCOMES as readonly string[]).includes(text);

/** Why a second sign-in failed to re-authenticate, for people; null after a successful one. */
export function describeFailure(outcome: Outcome): string | null {
  switch (outcome) {
    case "done":
      return null;
    case "cancelled":
      return t("proof.cancelled");
    case "other":
      return t("proof.otherPerson");
    case "old":
      return t("proof.notAsked");
    case "untimed":
      return t("proof.untimed");
    case "ended":
      return t("proof.ended");
    case "late":
      return t("proof.late");
    case "unavailable":
      return t("proof.unavailable");
    case "refused":
      return t("proof.refused");
  }
}

/** Keeps a form in this tab, for the way to the issuer and back. */
export function keepForm(form: KeptForm, personId: string): void {
  const stored: Stored = { ...form, personId, path: window.location.pathname, at: Date.now() };
  try {
    sessionStorage.setItem(KEY, JSON.stringify(stored));
  } catch {
    // Without storage the person fills it in again.
  }
}

/**
 * Reads, once, that this user returns from the issuer: from the page's address, or because they pressed Back there.
 * Null when they don't, or when they left from another page; `goOn` leads them there.
 */
export function takeReturn(personId: string, goOn: (href: string) => void): Returned | null {
  const url = new URL(window.location.href);
  const stored = readForm();
  const isBack = stored?.path === url.pathname && isByBack();
  const outcome = url.searchParams.get(PARAMETER) ?? (isBack ? "cancelled" : null);
  if (outcome === null || !isOutcome(outcome)) return null;
  const form = stored?.personId === personId && stored.at > Date.now() - KEEP_MS ? stored : null;
  if (form && form.path !== url.pathname) {
    goOn(`${form.path}?${PARAMETER}=${outcome}`);
    return null;
  }
  forgetForm();
  url.searchParams.delete(PARAMETER);
  // At once: an open dialog has an entry of its own in the history.
  window.history.replaceState(window.history.state, "", url.pathname + url.search + url.hash);
  return { outcome, form };
}

/** Whether the page was loaded because the person pressed Back, on the issuer's pages. */
const isByBack = (): boolean =>
  performance
    .getEntriesByType?.("navigation")
    .some((entry) => (entry as PerformanceNavigationTiming).type === "back_forward") ?? false;

function readForm(): Stored | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "null");
  } catch {
    return null;
  }
}

/** Forgets the form, also when its person signs out. */
export function forgetForm(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Without storage nothing was kept.
  }
}
