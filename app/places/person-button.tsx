import { IconChevronDown, IconNotebook } from "@tabler/icons-react";
import { useState } from "react";
import { useMyInvitations } from "../../features/members/client/use-my-invitations.ts";
import { t } from "../../lib/words/t.ts";
import { PhotoAvatar } from "../../ui/photo-avatar.tsx";
import { readKitPart } from "../theme/in-kit.ts";
import styles from "./person-button.module.css";
import { useCurrentNotebook } from "./use-current-notebook.ts";

const NotebookSwitcher = readKitPart(() =>
  import("../care/notebook-switcher.tsx").then((module) => module.NotebookSwitcher),
);

/**
 * The person whose notebook is the current one, on top of every page. Opens the notebook switcher, and shows whether an
 * invitation waits there.
 */
export function PersonButton() {
  const notebook = useCurrentNotebook();
  const invitations = useMyInvitations();
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  const count = invitations?.length ?? 0;
  const subject = notebook && (notebook.details.fullName || t("shared.unknownSubject"));

  function open() {
    setIsOpen(true);
    setWasOpen(true);
  }

  return (
    <>
      <button
        type="button"
        className={styles.button}
        aria-label={
          subject ? t("shell.switchFrom", { person: subject, count }) : t("shell.switchNotebook", { count })
        }
        onClick={open}
        onPointerEnter={NotebookSwitcher.preload}
        onFocus={NotebookSwitcher.preload}
      >
        {subject ? (
          <PhotoAvatar name={subject} avatarUrl={notebook.avatarUrl} size={32} />
        ) : (
          <IconNotebook aria-hidden="true" />
        )}
        <span className={styles.name} dir="auto">
          {subject ?? t("shell.notebooks")}
        </span>
        <IconChevronDown size={18} className={styles.more} aria-hidden="true" />
        {count > 0 && <span className={styles.count}>{count}</span>}
      </button>
      {wasOpen && (isOpen || NotebookSwitcher.isLoaded()) && (
        <NotebookSwitcher opened={isOpen} onClose={() => setIsOpen(false)} />
      )}
    </>
  );
}
