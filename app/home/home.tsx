import { IconRefresh } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { t } from "../../lib/words/t.ts";
import { Boundary } from "../../ui/boundary.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Folded } from "../../ui/folded.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { PlainButton } from "../../ui/plain-button.tsx";
import styles from "./home.module.css";
import { HomeCards } from "./home-cards.tsx";
import { RecentNotes } from "./recent-notes.tsx";
import { RecentUpdates } from "./recent-updates.tsx";

/** `/home`, called "Today": news, due doses and tasks, and below them the latest notes and updates of all notebooks; live. */
export function HomeScreen({ children }: { children: ReactNode }) {
  return (
    <Boundary
      fallback={(message) => (
        <div role="alert">
          <EmptyState asPage title={t("home.failed")} text={message}>
            <PlainButton look="filled" onClick={() => window.location.reload()}>
              <IconRefresh size={20} aria-hidden="true" />
              {t("home.reload")}
            </PlainButton>
          </EmptyState>
        </div>
      )}
    >
      <PageHeader title={t("home.today")} />
      {children}
    </Boundary>
  );
}

/** The cards and lists below the due doses and tasks, folded on phones, where they are far from the top. */
export function HomeLists({ isOpenAtFirst }: { isOpenAtFirst: boolean }) {
  return (
    <Folded name="home" title={t("home.recent")} isOpenAtFirst={isOpenAtFirst}>
      <HomeCards />
      <div className={styles.lists}>
        <RecentNotes />
        <RecentUpdates />
      </div>
    </Folded>
  );
}
