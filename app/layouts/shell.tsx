import { useLocation } from "@tanstack/react-router";
import { useQuery } from "convex/react";
import type { ReactNode } from "react";
import { api } from "../../lib/api.ts";
import { t } from "../../lib/words/t.ts";
import { Boundary } from "../../ui/boundary.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { createQuietPart } from "../../ui/lazy-part.tsx";
import type { AuthClient, AuthUser } from "../auth/auth-client.ts";
import { ArrivalNotices } from "../invitations/arrival-notices.tsx";
import { PersonButton } from "../places/person-button.tsx";
import { Places } from "../places/places.tsx";
import { WriteLink } from "../places/write-link.tsx";
import { NewBuildBanner } from "../sync/new-build-banner.tsx";
import { OfflineBanner } from "../sync/offline-banner.tsx";
import { useKeptDoses } from "../sync/use-kept-doses.ts";
import { useUserSync } from "../sync/user-sync.tsx";
import { useIsClockWrong } from "../sync/wrong-clock.ts";
import { AccountMenu } from "./account-menu.tsx";
import { AppHeader } from "./app-header.tsx";
import { BellLink } from "./bell-link.tsx";
import { InsideMain } from "./inside-main.ts";
import { LoadingPage } from "./loading-page.tsx";
import { SearchLink } from "./search-link.tsx";
import styles from "./shell.module.css";
import { useAfterStart } from "./use-after-start.ts";
import { useReadyParts } from "./use-ready-parts.ts";

// Loaded where a clock is wrong, which is seldom.
const WrongClockBanner = createQuietPart(() =>
  import("../sync/wrong-clock-banner.tsx").then((module) => module.WrongClockBanner),
);

type ShellProps = { auth: AuthClient; user: AuthUser; children: ReactNode };

/** The frame of the signed-in app: header, offline banner, the page, and the places. */
export function Shell({ auth, user, children }: ShellProps) {
  const sync = useUserSync();
  const path = useLocation({ select: ({ pathname }) => pathname });
  useKeptDoses(sync.status === "ready");
  useAfterStart(sync.status === "ready", user.id);
  useReadyParts(path);
  const isClockWrong = useIsClockWrong();
  const status = useQuery(api.admin.getAdminStatus, sync.status === "ready" ? {} : "skip");
  const isAdmin = Boolean(status?.isAdmin || status?.isSuperAdmin);
  return (
    <>
      <AppHeader
        signedIn
        isAdmin={isAdmin}
        person={
          sync.status === "ready" && (
            <Boundary fallback={() => null} tryAgainOn={path}>
              <PersonButton />
            </Boundary>
          )
        }
      >
        {sync.status === "ready" && (
          <Boundary fallback={() => null} tryAgainOn={path}>
            <WriteLink />
          </Boundary>
        )}
        {sync.status === "ready" && <SearchLink />}
        {sync.status === "ready" && <BellLink />}
        <AccountMenu
          user={user}
          isKnown={sync.status === "ready"}
          isAdmin={isAdmin}
          onSignOut={() => auth.signOut()}
        />
      </AppHeader>
      {sync.status === "ready" && (
        <Boundary fallback={() => null} tryAgainOn={path}>
          <ArrivalNotices />
        </Boundary>
      )}
      <OfflineBanner />
      <NewBuildBanner />
      {isClockWrong && <WrongClockBanner />}
      <Boundary fallback={() => null} tryAgainOn={path}>
        <Places isKnown={sync.status === "ready"} />
      </Boundary>
      <main id="main" tabIndex={-1} className={styles.main}>
        {sync.status === "syncing" && <LoadingPage label={t("shell.gettingReady")} />}
        {sync.status === "refused" && (
          <ErrorState message={t("shell.authFailed")} onRetry={() => window.location.reload()} />
        )}
        {sync.status === "failed" && (
          <ErrorState title={t("shell.notOpened")} message={sync.reason} onRetry={sync.retry} />
        )}
        {sync.status === "ready" && <InsideMain value={true}>{children}</InsideMain>}
      </main>
    </>
  );
}
