import { IconMenu2 } from "@tabler/icons-react";
import { PRODUCT_NAME } from "../../../lib/product.ts";
import type { Key } from "../../../lib/words/keys.ts";
import { t } from "../../../lib/words/t.ts";
import { Mark } from "../../../ui/mark.tsx";
import plain from "../../../ui/plain.module.css";
import site from "../../../ui/site-header.module.css";
import { getPublicAddress } from "../rules/addresses.ts";
import type { PublicPath } from "../rules.ts";
import styles from "./public-header.module.css";

const ANCHORS: readonly [hash: string, label: Key][] = [
  ["#features", "publicframe.features"],
  ["#families", "publicframe.forFamilies"],
  ["#clinicians", "publicframe.forClinicians"],
  ["#demo", "publicframe.demo"],
];

/**
 * The public header. Its anchors scroll on the landing page and lead to it from other pages. On phones they are in a
 * native popover, which opens, closes and restores the focus without a script.
 */
export function PublicHeader({ path }: { path: PublicPath }) {
  const landing = getPublicAddress("/");
  return (
    <header className={site.header}>
      <div className={`${site.inside} ${styles.inside}`}>
        <a href={landing} className={`${site.brand} ${styles.brand}`}>
          <Mark /> <span className={site.name}>{PRODUCT_NAME}</span>
        </a>
        <nav id="menu" popover="auto" className={styles.nav} aria-label={t("publicframe.mainMenu")}>
          {ANCHORS.map(([hash, label]) => (
            <a key={hash} href={path === "/" ? hash : landing + hash} className={site.link}>
              {t(label)}
            </a>
          ))}
          <a
            href={getPublicAddress("/pricing")}
            className={site.link}
            aria-current={path === "/pricing" ? "page" : undefined}
          >
            {t("publicframe.pricing")}
          </a>
          <a href="/sign-in" className={`${site.link} ${styles.signIn} ${styles.forNew}`}>
            {t("publicframe.signIn")}
          </a>
        </nav>
        <a href="/sign-up" className={`${plain.primary} ${styles.begin} ${styles.forNew}`}>
          {t("publicframe.begin")}
        </a>
        <a href="/home" className={`${plain.primary} ${styles.begin} ${styles.forReturning}`}>
          {t("publicframe.yourNotebooks")}
        </a>
        <button
          type="button"
          className={styles.menuButton}
          popoverTarget="menu"
          aria-label={t("publicframe.menu")}
        >
          <IconMenu2 aria-hidden="true" />
        </button>
      </div>
    </header>
  );
}
