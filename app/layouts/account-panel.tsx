import {
  IconHelp,
  IconLogout,
  IconMessages,
  IconShieldCog,
  IconUserCog,
  IconUsers,
} from "@tabler/icons-react";
import { Link, useLocation } from "@tanstack/react-router";
import { useConvex } from "convex/react";
import { useSyncExternalStore } from "react";
import { findHelpTopic } from "../../features/marketing/rules/help-topics.ts";
import { getStoredPeople, readStored } from "../../lib/browser-store.ts";
import { t } from "../../lib/words/t.ts";
import { recentMessages } from "../../ui/messages.ts";
import { notifyFailure } from "../../ui/notify.ts";
import type { AuthUser } from "../auth/auth-client.ts";
import type { UnsentWork } from "../auth/kept-things.ts";
import { countUnsaved } from "../sync/convex-client.ts";
import styles from "./account-menu.module.css";
import { AppearanceChoice } from "./appearance-choice.tsx";

const LEAVE_MS = 3000;

type AccountPanelProps = {
  user: AuthUser;
  isAdmin: boolean;
  onClose: () => void;
  onReadMessages: () => void;
  /** Called instead of the sign-out when something would be lost with it. */
  onAskFirst: (ask: SignOutQuestion) => void;
  onShowOthers: () => void;
  onSignOut: () => Promise<void>;
};

/** The items that a sign-out would delete, and a function that signs out all the same. */
export type SignOutQuestion = { lost: UnsentWork; signOut: () => Promise<void> };

/** The open account menu: account, appearance, help, sign out. */
export function AccountPanel({
  user,
  isAdmin,
  onClose,
  onReadMessages,
  onAskFirst,
  onShowOthers,
  onSignOut,
}: AccountPanelProps) {
  const convex = useConvex();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const hasMessages = useSyncExternalStore(recentMessages.subscribe, recentMessages.get).length > 0;

  async function askOrSignOut() {
    const { countKept, isNothing } = await import("../auth/kept-things.ts");
    const kept = await countKept(user.id);
    // This page's own are on their way, and not on this device.
    const lost = { ...kept, changes: kept.changes + countUnsaved() };
    if (isNothing(lost)) await signOut();
    else onAskFirst({ lost, signOut });
  }

  async function signOut() {
    try {
      if (readStored("push") !== null) await leaveDevice();
      await onSignOut();
    } catch (error) {
      console.error("sign-out failed", error);
      notifyFailure(t("menu.notSignedOut"));
    }
  }

  /** Ends this browser's notifications for the user who leaves; a sign-out doesn't wait long for it. */
  const leaveDevice = () =>
    Promise.race([
      import("../../features/notifications/client/this-device.ts").then(({ turnOff }) => turnOff(convex)),
      new Promise((resolve) => setTimeout(resolve, LEAVE_MS)),
    ]).catch((error: unknown) => console.warn("the notifications of this device could not be ended", error));

  return (
    <div className={styles.panel}>
      <p className={styles.who}>{user.name || user.email}</p>
      <Link to="/account" className={styles.item} onClick={onClose}>
        <IconUserCog size={20} aria-hidden="true" /> {t("menu.account")}
      </Link>
      {isAdmin && (
        <Link to="/admin" className={styles.item} onClick={onClose}>
          <IconShieldCog size={20} aria-hidden="true" /> {t("menu.admin")}
        </Link>
      )}
      {hasMessages && (
        <button type="button" className={styles.item} onClick={onReadMessages}>
          <IconMessages size={20} aria-hidden="true" /> {t("menu.recentMessages")}
        </button>
      )}
      {getStoredPeople().some((id) => id !== user.id) && (
        <button type="button" className={styles.item} onClick={onShowOthers}>
          <IconUsers size={20} aria-hidden="true" /> {t("menu.keptForOthers")}
        </button>
      )}
      <Link to="/more/help" hash={findHelpTopic(path)} className={styles.item} onClick={onClose}>
        <IconHelp size={20} aria-hidden="true" /> {t("menu.help")}
      </Link>
      <AppearanceChoice />
      <button type="button" className={styles.item} onClick={() => void askOrSignOut()}>
        <IconLogout size={20} aria-hidden="true" /> {t("menu.signOut")}
      </button>
    </div>
  );
}
