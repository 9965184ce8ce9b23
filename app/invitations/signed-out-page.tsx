import { useLocation, useParams } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { SignedOutInvitation } from "../../features/members/screens/signed-out-invitation.tsx";
import type { LinkedInvitation } from "../../lib/api.ts";
import { t } from "../../lib/words/t.ts";
import { AppHeader } from "../layouts/app-header.tsx";
import { LoadingPage } from "../layouts/loading-page.tsx";
import { loadInvitation } from "./load-invitation.ts";

/** The invitation page before sign-in. It reloads the invitation when the visitor returns to the tab. */
export function SignedOutPage() {
  const { token } = useParams({ from: "/invited/invitations/$token/accept" });
  const { pathname: here, hash } = useLocation();
  const [invitation, setInvitation] = useState<LinkedInvitation | null | undefined>(undefined);

  useEffect(() => {
    let isWanted = true;
    const check = () => {
      if (document.visibilityState !== "visible") return;
      void loadInvitation(token).then((found) => isWanted && setInvitation(found));
    };
    check();
    document.addEventListener("visibilitychange", check);
    return () => {
      isWanted = false;
      document.removeEventListener("visibilitychange", check);
    };
  }, [token]);

  return (
    <>
      <AppHeader signedIn={false} isAdmin={false} returnTo={here} />
      <main id="main" tabIndex={-1} style={{ outline: "none" }}>
        {invitation === undefined ? (
          <LoadingPage label={t("invited.loading")} />
        ) : (
          <SignedOutInvitation
            invitation={invitation}
            here={here}
            email={new URLSearchParams(hash).get("to") ?? undefined}
          />
        )}
      </main>
    </>
  );
}
