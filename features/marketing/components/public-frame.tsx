import type { ReactNode } from "react";
import type { PublicPath } from "../rules.ts";
import { PublicFooter } from "./public-footer.tsx";
import styles from "./public-frame.module.css";
import { PublicHeader } from "./public-header.tsx";

/** The layout of the public pages: header, page, footer (workspace 2.2). */
export function PublicFrame({ path, children }: { path: PublicPath; children: ReactNode }) {
  return (
    <div className={path === "/" ? styles.waiting : undefined}>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <PublicHeader path={path} />
      <main id="main" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      <PublicFooter path={path} />
    </div>
  );
}
