import type { SignOutQuestion } from "./account-panel.tsx";
import { AskBeforeSignOut, KeptForOthers } from "./kept-dialogs.tsx";
import { RecentMessages } from "./recent-messages.tsx";

/**
 * A dialog that the account menu opens: recent messages, other users' unsent items, or the question before a sign-out.
 */
export type AccountDialog = "messages" | "others" | SignOutQuestion;

type AccountDialogsProps = { dialog: AccountDialog; myId: string; onClose: () => void };

/** The opened dialog of the account menu. */
export function AccountDialogs({ dialog, myId, onClose }: AccountDialogsProps) {
  if (dialog === "messages") return <RecentMessages opened onClose={onClose} />;
  if (dialog === "others") return <KeptForOthers myId={myId} onClose={onClose} />;
  return <AskBeforeSignOut {...dialog} onStay={onClose} />;
}
