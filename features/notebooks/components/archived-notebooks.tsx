import { IconChevronRight } from "@tabler/icons-react";
import { type ComponentProps, useState } from "react";
import { t } from "../../../lib/words/t.ts";
import styles from "./archived-notebooks.module.css";
import { NotebookGrid } from "./notebook-grid.tsx";

/** "Archived": a collapsed list of archived notebooks. */
export function ArchivedNotebooks(props: Omit<ComponentProps<typeof NotebookGrid>, "children">) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section aria-labelledby="archived">
      <h2 id="archived" className={styles.title}>
        <button
          type="button"
          className={styles.button}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          <IconChevronRight aria-hidden="true" className={isOpen ? styles.opened : undefined} />
          {t("notebooks.archived", { count: props.notebooks.length })}
        </button>
      </h2>
      {isOpen && <NotebookGrid {...props} />}
    </section>
  );
}
