import type { ProofPurpose } from "../../../lib/proof-purposes.ts";

/** A form that the user left to sign in again, with its values. */
export type KeptForm = {
  /** Which form it is. */
  form: ProofPurpose;
  values: unknown;
};

type Stored = KeptForm & { personId: string; path: string; at: number };

/** The outcome of a second sign-in; the server's values of it are in `server/auth/fresh_sign_in.ts`. */
export type Outcome = "done" | keyof typeof FAILURES;

/** A person's return to the page that they left. `form`: the form that they left, when this browser still has it. */
export type Returned = { outcome: Outcome; form: KeptForm | null };

const KEY = "carediary.form";
const PARAMETER = "again";
/** Longer than the server waits for the user to return. */
const KEEP_MS = 15 * 60_000;

const FAILURES = {
  cancelled: "You didn't finish signing in.",
  other: "Somebody else signed in there. Please sign in with the account that you use here.",
  old: "Your sign-in service let you in without asking who you are. Please sign out there, then try again.",
  untimed:
    "Your sign-in service doesn't say when you signed in, so this can't be done here. Please tell whoever runs this server.",
  ended: "You were signed out here meanwhile. Please try again.",
  late: "Signing in took too long. Please try again.",
  unavailable: "Your sign-in service can't be reached. Please try again in a moment.",
  refused: "The sign-in could not be finished. Please try again.",
} as const;

const isOutcome = (text: string): text is Outcome => text === "done" || text in FAILURES;

/** Why a second sign-in failed to re-authenticate, for people; null after a successful one. */
export const getFailure = (outcome: Outcome): string | null =>
  outcome === "done" ? null : FAILURES[outcome];

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
