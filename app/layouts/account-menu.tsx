import { IconHelp, IconLogout, IconMessages, IconShieldCog, IconUserCog } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { lazy, Suspense, useState, useSyncExternalStore } from "react";
import { initials } from "../../lib/initials.ts";
import { InitialsAvatar } from "../../ui/initials-avatar.tsx";
import { recentMessages } from "../../ui/messages.ts";
import { notifyFailure } from "../../ui/notify.ts";
import type { AuthUser } from "../auth/auth-client.ts";
import styles from "./account-menu.module.css";
import { AppearanceChoice } from "./appearance-choice.tsx";
import { useDisclosure } from "./use-disclosure.ts";

const RecentMessages = lazy(() =>
  import("./recent-messages.tsx").then((module) => ({ default: module.RecentMessages })),
);

type AccountMenuProps = { user: AuthUser; isAdmin: boolean; onSignOut: () => Promise<void> };

/** The person's menu: account, appearance, help, sign out. A plain disclosure, which is small to load. */
export function AccountMenu({ user, isAdmin, onSignOut }: AccountMenuProps) {
  const { isOpen, close, frame, button } = useDisclosure<HTMLDivElement, HTMLButtonElement>();
  const hasMessages = useSyncExternalStore(recentMessages.subscribe, recentMessages.get).length > 0;
  const [readsMessages, setReadsMessages] = useState(false);

  async function signOut() {
    try {
      await onSignOut();
    } catch (error) {
      console.error("sign-out failed", error);
      notifyFailure("You could not be signed out. Please try again.");
    }
  }

  return (
    <div className={styles.menu} ref={frame}>
      {/* The accessible name contains the visible text, so that voice control finds the button. */}
      <button
        type="button"
        className={styles.button}
        aria-label={`Your account (${initials(user.name)})`}
        {...button}
      >
        <InitialsAvatar name={user.name} />
      </button>
      {isOpen && (
        <div className={styles.panel}>
          <p className={styles.who}>{user.name || user.email}</p>
          <Link to="/account" className={styles.item} onClick={close}>
            <IconUserCog size={20} aria-hidden="true" /> Account
          </Link>
          {isAdmin && (
            <Link to="/admin" className={styles.item} onClick={close}>
              <IconShieldCog size={20} aria-hidden="true" /> Admin
            </Link>
          )}
          {hasMessages && (
            <button
              type="button"
              className={styles.item}
              onClick={() => {
                close();
                // Returns the focus to the menu's button when the messages are closed.
                button.ref.current?.focus();
                setReadsMessages(true);
              }}
            >
              <IconMessages size={20} aria-hidden="true" /> Recent messages
            </button>
          )}
          <a href="/help" className={styles.item}>
            <IconHelp size={20} aria-hidden="true" /> Help
          </a>
          <AppearanceChoice />
          <button type="button" className={styles.item} onClick={signOut}>
            <IconLogout size={20} aria-hidden="true" /> Sign out
          </button>
        </div>
      )}
      {readsMessages && (
        <Suspense fallback={null}>
          <RecentMessages opened onClose={() => setReadsMessages(false)} />
        </Suspense>
      )}
    </div>
  );
}
