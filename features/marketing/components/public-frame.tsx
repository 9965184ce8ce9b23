import type { ReactNode } from "react";
import { t } from "../../../lib/words/t.ts";
import type { PublicLanguage } from "../rules/addresses.ts";
import type { PublicPath } from "../rules.ts";
import { PublicFooter } from "./public-footer.tsx";
import styles from "./public-frame.module.css";
import { PublicHeader } from "./public-header.tsx";

type PublicFrameProps = { path: PublicPath; languages: readonly PublicLanguage[]; children: ReactNode };

/** The layout of the public pages: header, page, footer (workspace 2.2). */
export function PublicFrame({ path, languages, children }: PublicFrameProps) {
  const isLanding = path === "/";
  return (
    <div className={isLanding ? styles.waiting : undefined} data-landing={isLanding || undefined}>
      <a className="skip-link" href="#main">
        {t("publicframe.skip")}
      </a>
      <PublicHeader path={path} />
      <main id="main" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      <PublicFooter path={path} languages={languages} />
    </div>
  );
}
