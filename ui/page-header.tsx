import type { ReactNode } from "react";
import styles from "./page-header.module.css";
import { usePageTitle } from "./use-page-title.ts";

type PageHeaderProps = {
  title: string;
  /** Above the title: the page that this one belongs to. */
  above?: ReactNode;
  subtitle?: ReactNode;
  /** Smaller on a phone, so that the title and a button fit in one line. */
  isDense?: boolean;
  /** Buttons at the end. */
  children?: ReactNode;
};

/** A page's heading with its main actions; also sets the tab's title. */
export function PageHeader({ title, above, subtitle, isDense, children }: PageHeaderProps) {
  usePageTitle(title);
  return (
    <div className={styles.header} data-dense={isDense || undefined}>
      <div>
        {above}
        <h1 className={styles.title}>{title}</h1>
        {subtitle && <p className={styles.subtitle}>{subtitle}</p>}
      </div>
      {children && <div className={`${styles.actions} no-print`}>{children}</div>}
    </div>
  );
}
