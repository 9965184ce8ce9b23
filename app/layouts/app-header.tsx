import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { PRODUCT_NAME } from "../../lib/product.ts";
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
          aria-label={`${PRODUCT_NAME} home`}
        >
          <Mark /> <span className={`${site.name} ${styles.name}`}>{PRODUCT_NAME}</span>
        </Link>
        {person}
        <nav className={styles.links} aria-label="Main">
          <Link to="/care" className={site.link}>
            Care Notes
          </Link>
          <Link to="/tasks" className={site.link}>
            Tasks
          </Link>
          <Link to="/calendar" className={site.link}>
            Calendar
          </Link>
          <Link to="/recording" className={site.link}>
            Record Meeting
          </Link>
          {isAdmin && (
            <Link to="/admin" className={site.link}>
              Admin
            </Link>
          )}
          <a href="/help" className={`${site.link} ${styles.help}`}>
            Help
          </a>
        </nav>
        <div className={person ? `${styles.end} ${styles.besidePerson}` : styles.end}>
          {!signedIn && (
            <>
              <Link to="/sign-in" search={{ returnTo }} className={site.link}>
                Sign in
              </Link>
              <Link to="/sign-up" search={{ returnTo }} className={site.link}>
                Sign up
              </Link>
            </>
          )}
          {children}
        </div>
      </div>
    </header>
  );
}
