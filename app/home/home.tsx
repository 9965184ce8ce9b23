import { IconRefresh } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Boundary } from "../../ui/boundary.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { PlainButton } from "../../ui/plain-button.tsx";
import styles from "./home.module.css";
import { HomeCards } from "./home-cards.tsx";
import { RecentNotes } from "./recent-notes.tsx";
import { RecentUpdates } from "./recent-updates.tsx";

/** `/home`: urgent items, news, the last notebook, the latest updates of all notebooks; live. */
export function HomeScreen({ children }: { children: ReactNode }) {
  return (
    <Boundary
      fallback={(message) => (
        <div role="alert">
          <EmptyState asPage title="Unable to load dashboard" text={message}>
            <PlainButton look="filled" onClick={() => window.location.reload()}>
              <IconRefresh size={20} aria-hidden="true" />
              Reload Page
            </PlainButton>
          </EmptyState>
        </div>
      )}
    >
      <PageHeader title="Home" />
      {children}
    </Boundary>
  );
}

/** Home's lists below the urgent items and the news. */
export function HomeLists() {
  return (
    <>
      <HomeCards />
      <div className={styles.lists}>
        <RecentNotes />
        <RecentUpdates />
      </div>
    </>
  );
}
