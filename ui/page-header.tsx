import type { ReactNode } from "react";
import styles from "./page-header.module.css";
import { usePageTitle } from "./use-page-title.ts";

type PageHeaderProps = {
  title: string;
  /** Above the title: the page that this one belongs to. */
  above?: ReactNode;
  subtitle?: ReactNode;
  /** Buttons at the end. */
  children?: ReactNode;
};

/** A page's heading with its main actions; also sets the tab's title. */
export function PageHeader({ title, above, subtitle, children }: PageHeaderProps) {
  usePageTitle(title);
  return (
    <div className={styles.header}>
      <div>
        {above}
        <h1 className={styles.title}>{title}</h1>
        {subtitle && <p className={styles.subtitle}>{subtitle}</p>}
      </div>
      {children && <div className={`${styles.actions} no-print`}>{children}</div>}
    </div>
  );
}
