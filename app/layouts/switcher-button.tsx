import { IconNotebook } from "@tabler/icons-react";
import { useState } from "react";
import { useMyInvitations } from "../../features/members/client/use-my-invitations.ts";
import { pluralize } from "../../lib/pluralize.ts";
import { readKitPart } from "../theme/in-kit.ts";
import styles from "./switcher-button.module.css";

const NotebookSwitcher = readKitPart(() =>
  import("../care/notebook-switcher.tsx").then((module) => module.NotebookSwitcher),
);

/** Opens the notebook switcher from every page, and shows whether an invitation waits there. */
export function SwitcherButton() {
  const invitations = useMyInvitations();
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  const count = invitations?.length ?? 0;

  function open() {
    setIsOpen(true);
    setWasOpen(true);
  }

  return (
    <>
      <button
        type="button"
        className={styles.button}
        aria-label={`Switch notebook${count > 0 ? `, ${pluralize(count, "invitation")}` : ""}`}
        onClick={open}
        onPointerEnter={NotebookSwitcher.preload}
        onFocus={NotebookSwitcher.preload}
      >
        <IconNotebook aria-hidden="true" />
        <span className={styles.label}>Switch notebook</span>
        {count > 0 && <span className={styles.count}>{count}</span>}
      </button>
      {wasOpen && (isOpen || NotebookSwitcher.isLoaded()) && (
        <NotebookSwitcher opened={isOpen} onClose={() => setIsOpen(false)} />
      )}
    </>
  );
}
