import { useQuery } from "convex/react";
import { useState } from "react";
import { api } from "../../lib/api.ts";
import { getInitials } from "../../lib/initials.ts";
import { t } from "../../lib/words/t.ts";
import { createLazyPart } from "../../ui/lazy-part.tsx";
import { PhotoAvatar } from "../../ui/photo-avatar.tsx";
import type { AuthUser } from "../auth/auth-client.ts";
import { readKitPart } from "../theme/in-kit.ts";
import type { AccountDialog } from "./account-dialogs.tsx";
import styles from "./account-menu.module.css";
import { useDisclosure } from "./use-disclosure.ts";

// Loaded when it is opened: no screen needs it for its first look.
const AccountPanel = createLazyPart(() =>
  import("./account-panel.tsx").then((module) => module.AccountPanel),
);
const AccountDialogs = readKitPart(() =>
  import("./account-dialogs.tsx").then((module) => module.AccountDialogs),
);

type AccountMenuProps = {
  user: AuthUser;
  /** Whether the server knows the person, and with that their picture. */
  isKnown: boolean;
  isAdmin: boolean;
  onSignOut: () => Promise<void>;
};

/** The person's menu, behind their picture. A plain disclosure, which is small to load. */
export function AccountMenu({ user, isKnown, isAdmin, onSignOut }: AccountMenuProps) {
  const { isOpen, close, frame, button } = useDisclosure<HTMLDivElement, HTMLButtonElement>();
  const me = useQuery(api.users.getCurrentUser, isKnown ? {} : "skip");
  const [dialog, setDialog] = useState<AccountDialog | null>(null);

  /** Closes the menu and gives the focus back to its button; a dialog later returns it there. */
  function closeFor(next: AccountDialog) {
    close();
    button.ref.current?.focus();
    setDialog(next);
  }

  return (
    <div className={styles.menu} ref={frame}>
      {/* The accessible name contains the visible text, so that voice control finds the button. */}
      <button
        type="button"
        className={styles.button}
        aria-label={t("shell.account", { initials: getInitials(user.name) })}
        onPointerEnter={AccountPanel.preload}
        onFocus={AccountPanel.preload}
        {...button}
      >
        <PhotoAvatar name={user.name} avatarUrl={me?.avatarUrl} />
      </button>
      {isOpen && (
        <AccountPanel
          user={user}
          isAdmin={isAdmin}
          onClose={close}
          onReadMessages={() => closeFor("messages")}
          onAskFirst={closeFor}
          onShowOthers={() => closeFor("others")}
          onSignOut={onSignOut}
        />
      )}
      {dialog && <AccountDialogs dialog={dialog} myId={user.id} onClose={() => setDialog(null)} />}
    </div>
  );
}
