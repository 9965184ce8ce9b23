import { IconArrowsExchange } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import styles from "./switch-notebook.module.css";

const loadSwitcher = () => import("./notebook-switcher.tsx");
const NotebookSwitcher = lazy(() => loadSwitcher().then((module) => ({ default: module.NotebookSwitcher })));

/** Opens the notebook switcher from a notebook. Phones have the same in the header, always within reach. */
export function SwitchNotebook() {
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);

  function open() {
    setIsOpen(true);
    setWasOpen(true);
  }

  return (
    <>
      <button
        type="button"
        className={`${styles.button} no-print`}
        onClick={open}
        onPointerEnter={() => void loadSwitcher()}
      >
        <IconArrowsExchange size={20} aria-hidden="true" /> Switch notebook
      </button>
      {wasOpen && (
        <Suspense fallback={null}>
          <NotebookSwitcher opened={isOpen} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
