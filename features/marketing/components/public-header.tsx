import { Link } from "@tanstack/react-router";
import { PRODUCT_NAME } from "../../../lib/product.ts";
import { Mark } from "../../../ui/mark.tsx";
import plain from "../../../ui/plain.module.css";
import styles from "./public-header.module.css";

const anchors = [
  { hash: "features", label: "Features" },
  { hash: "families", label: "For Families" },
  { hash: "clinicians", label: "For Clinicians" },
  { hash: "demo", label: "Demo" },
];

/** The public header; its anchors scroll on the landing page and lead to it from the other pages. */
export function PublicHeader() {
  return (
    <header className={styles.header}>
      <div className={styles.inside}>
        <Link to="/" className={styles.brand}>
          <Mark /> {PRODUCT_NAME}
        </Link>
        <nav className={styles.nav} aria-label="Main">
          {anchors.map(({ hash, label }) => (
            <Link key={hash} to="/" hash={hash} className={styles.link} activeProps={{}}>
              {label}
            </Link>
          ))}
          <Link to="/pricing" className={styles.link}>
            Pricing
          </Link>
        </nav>
        <div className={styles.end}>
          <Link to="/sign-in" className={styles.link}>
            Sign In
          </Link>
          <Link to="/sign-up" className={plain.primary}>
            Get Started
          </Link>
        </div>
      </div>
    </header>
  );
}
