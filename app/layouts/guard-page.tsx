import { Link, useLocation } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { storedPeople } from "../../lib/browser-store.ts";
import plain from "../../ui/plain.module.css";
import { usePageTitle } from "../../ui/use-page-title.ts";
import { AppHeader } from "./app-header.tsx";

/** What a signed-out visitor sees on a protected page; signing in returns to that page. */
export function GuardPage() {
  const here = useLocation({ select: (location) => location.href });
  const kept = useKept();
  usePageTitle("Sign in required");
  return (
    <>
      <AppHeader signedIn={false} isAdmin={false} returnTo={here} />
      <main id="main" tabIndex={-1} className={plain.notice}>
        <h1>Sign in required</h1>
        <p>Please sign in</p>
        {kept && (
          <p role="status">
            Kept on this device, not sent yet: <strong>{kept}</strong>. After you sign in again, it is sent or
            offered to you.
          </p>
        )}
        <div className={plain.actions}>
          <Link to="/sign-in" search={{ returnTo: here }} className={plain.primary}>
            Sign in
          </Link>
          <Link to="/sign-up" search={{ returnTo: here }} className={plain.secondary}>
            Create an account
          </Link>
        </div>
      </main>
    </>
  );
}

/** What people who haven't signed out have here that isn't sent, in words; without their names. */
function useKept(): string | null {
  const [kept, setKept] = useState<string | null>(null);
  useEffect(() => {
    if (storedPeople().length === 0) return;
    import("../auth/kept-things.ts")
      .then(async ({ countAllKept, keptWords }) => setKept(keptWords(await countAllKept())))
      .catch(console.warn);
  }, []);
  return kept;
}
