import type { ReactNode } from "react";
import { usePageTitle } from "../../../ui/use-page-title.ts";
import styles from "./prose-page.module.css";

/** A public page of plain text. */
export function ProsePage({ title, lead, children }: { title: string; lead: string; children?: ReactNode }) {
  usePageTitle(title);
  return (
    <article className={styles.page}>
      <h1>{title}</h1>
      <p className={styles.lead}>{lead}</p>
      {children}
    </article>
  );
}
