import { useQuery } from "convex/react";
import { lazy, Suspense, useState } from "react";
import { api } from "../../lib/api.ts";
import { initials } from "../../lib/initials.ts";
import { PhotoAvatar } from "../../ui/photo-avatar.tsx";
import type { AuthUser } from "../auth/auth-client.ts";
import styles from "./account-menu.module.css";
import type { SignOutQuestion } from "./account-panel.tsx";
import { useDisclosure } from "./use-disclosure.ts";

// Loaded when it is opened: no screen needs it for its first look.
const AccountPanel = lazy(() =>
  import("./account-panel.tsx").then((module) => ({ default: module.AccountPanel })),
);
const RecentMessages = lazy(() =>
  import("./recent-messages.tsx").then((module) => ({ default: module.RecentMessages })),
);

const AskBeforeSignOut = lazy(() =>
  import("./kept-dialogs.tsx").then((module) => ({ default: module.AskBeforeSignOut })),
);
const KeptForOthers = lazy(() =>
  import("./kept-dialogs.tsx").then((module) => ({ default: module.KeptForOthers })),
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
  const [readsMessages, setReadsMessages] = useState(false);
  const [question, setQuestion] = useState<SignOutQuestion | null>(null);
  const [showsOthers, setShowsOthers] = useState(false);

  /** Closes the menu and gives the focus back to its button, to which a dialog returns it. */
  function closeFor(show: () => void) {
    close();
    button.ref.current?.focus();
    show();
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
        <PhotoAvatar name={user.name} avatarUrl={me?.avatarUrl} />
      </button>
      <Suspense fallback={null}>
        {isOpen && (
          <AccountPanel
            user={user}
            isAdmin={isAdmin}
            onClose={close}
            onReadMessages={() => closeFor(() => setReadsMessages(true))}
            onAskFirst={(ask) => closeFor(() => setQuestion(ask))}
            onShowOthers={() => closeFor(() => setShowsOthers(true))}
            onSignOut={onSignOut}
          />
        )}
        {readsMessages && <RecentMessages opened onClose={() => setReadsMessages(false)} />}
        {question && <AskBeforeSignOut {...question} onStay={() => setQuestion(null)} />}
        {showsOthers && <KeptForOthers myId={user.id} onClose={() => setShowsOthers(false)} />}
      </Suspense>
    </div>
  );
}
