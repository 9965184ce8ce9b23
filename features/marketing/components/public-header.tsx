import { IconMenu2 } from "@tabler/icons-react";
import { PRODUCT_NAME } from "../../../lib/product.ts";
import { Mark } from "../../../ui/mark.tsx";
import plain from "../../../ui/plain.module.css";
import site from "../../../ui/site-header.module.css";
import type { PublicPath } from "../rules.ts";
import styles from "./public-header.module.css";

const anchors = [
  { hash: "#features", label: "Features" },
  { hash: "#families", label: "For Families" },
  { hash: "#clinicians", label: "For Clinicians" },
  { hash: "#demo", label: "Demo" },
];

/**
 * The public header. Its anchors scroll on the landing page and lead to it from other pages. On phones they are in a
 * native popover, which opens, closes and restores the focus without a script.
 */
export function PublicHeader({ path }: { path: PublicPath }) {
  const home = path === "/" ? "" : "/";
  return (
    <header className={site.header}>
      <div className={`${site.inside} ${styles.inside}`}>
        <a href="/" className={`${site.brand} ${styles.brand}`}>
          <Mark /> <span className={site.name}>{PRODUCT_NAME}</span>
        </a>
        <nav id="menu" popover="auto" className={styles.nav} aria-label="Main">
          {anchors.map(({ hash, label }) => (
            <a key={hash} href={`${home}${hash}`} className={site.link}>
              {label}
            </a>
          ))}
          <a href="/pricing" className={site.link} aria-current={path === "/pricing" ? "page" : undefined}>
            Pricing
          </a>
          <a href="/sign-in" className={`${site.link} ${styles.signIn} ${styles.forNew}`}>
            Sign In
          </a>
        </nav>
        <a href="/sign-up" className={`${plain.primary} ${styles.begin} ${styles.forNew}`}>
          Get Started
        </a>
        <a href="/home" className={`${plain.primary} ${styles.begin} ${styles.forReturning}`}>
          Your notebooks
        </a>
        <button type="button" className={styles.menuButton} popoverTarget="menu" aria-label="Menu">
          <IconMenu2 aria-hidden="true" />
        </button>
      </div>
    </header>
  );
}
