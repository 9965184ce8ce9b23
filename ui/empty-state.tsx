import type { ReactNode } from "react";
import styles from "./empty-state.module.css";
import { usePageTitle } from "./use-page-title.ts";

type EmptyStateProps = {
  title: string;
  text?: string;
  /** True when there is nothing else on the page: then its title is the page's heading. */
  asPage?: boolean;
  /** A decorative drawing. */
  picture?: ReactNode;
  /** The next step, as a button. */
  children?: ReactNode;
};

/** An empty list: its purpose and the next step. */
export function EmptyState({ title, text, asPage = false, picture, children }: EmptyStateProps) {
  const Heading = asPage ? "h1" : "h2";
  return (
    <section className={styles.empty}>
      {picture && (
        <div className={styles.picture} aria-hidden="true">
          {picture}
        </div>
      )}
      {asPage && <PageName title={title} />}
      <Heading className={styles.title}>{title}</Heading>
      {text && <p className={styles.text}>{text}</p>}
      {children}
    </section>
  );
}

/** Sets the tab's title, which would otherwise stay that of the previous page. */
function PageName({ title }: { title: string }) {
  usePageTitle(title.replace(/\.$/, ""));
  return null;
}
