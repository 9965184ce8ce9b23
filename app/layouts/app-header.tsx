import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { getPublicAddress } from "../../features/marketing/rules/addresses.ts";
import { PRODUCT_NAME } from "../../lib/product.ts";
import { t } from "../../lib/words/t.ts";
import { Mark } from "../../ui/mark.tsx";
import site from "../../ui/site-header.module.css";
import styles from "./app-header.module.css";

type AppHeaderProps = {
  signedIn: boolean;
  isAdmin: boolean;
  /** Signed out: the page to return to after signing in or up. */
  returnTo?: string;
  /** Content at the left end, on phones instead of the mark: the person of the current notebook. */
  person?: ReactNode;
  /** Content at the right end: the account menu. */
  children?: ReactNode;
};

/** The header of the signed-in app (workspace 2.1). Sign-in links are for signed-out people only. */
export function AppHeader({ signedIn, isAdmin, returnTo, person, children }: AppHeaderProps) {
  return (
    <header className={site.header}>
      <div className={`${site.inside} ${styles.inside}`}>
        <Link
          to="/"
          className={person ? `${site.brand} ${styles.brand}` : site.brand}
          aria-label={t("start.home", { product: PRODUCT_NAME })}
        >
          <Mark /> <span className={`${site.name} ${styles.name}`}>{PRODUCT_NAME}</span>
        </Link>
        {person}
        <nav className={styles.links} aria-label={t("start.main")}>
          <Link to="/care" className={site.link}>
            {t("start.careNotes")}
          </Link>
          <Link to="/tasks" className={site.link}>
            {t("start.tasks")}
          </Link>
          <Link to="/calendar" className={site.link}>
            {t("start.calendar")}
          </Link>
          <Link to="/recording" className={site.link}>
            {t("start.record")}
          </Link>
          {isAdmin && (
            <Link to="/admin" className={site.link}>
              {t("start.admin")}
            </Link>
          )}
          <a href={getPublicAddress("/help")} className={`${site.link} ${styles.help}`}>
            {t("start.help")}
          </a>
        </nav>
        <div className={person ? `${styles.end} ${styles.besidePerson}` : styles.end}>
          {!signedIn && (
            <>
              <Link to="/sign-in" search={{ returnTo }} className={site.link}>
                {t("start.signIn")}
              </Link>
              <Link to="/sign-up" search={{ returnTo }} className={site.link}>
                {t("start.signUp")}
              </Link>
            </>
          )}
          {children}
        </div>
      </div>
    </header>
  );
}
