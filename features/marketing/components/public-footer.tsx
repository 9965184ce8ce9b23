import { Link } from "@tanstack/react-router";
import { PRODUCT_NAME } from "../../../lib/product.ts";
import styles from "./public-footer.module.css";

/** The public footer with its three groups (workspace 2.2). */
export function PublicFooter() {
  return (
    <footer className={styles.footer}>
      <nav className={styles.inside} aria-label="Footer">
        <div>
          <h2 className={styles.group}>Product</h2>
          <ul className={styles.links}>
            <li>
              <Link to="/" hash="features" activeProps={{}}>
                Features
              </Link>
            </li>
            <li>
              <Link to="/pricing">Pricing</Link>
            </li>
            <li>
              <Link to="/security">Security</Link>
            </li>
          </ul>
        </div>
        <div>
          <h2 className={styles.group}>Resources</h2>
          <ul className={styles.links}>
            <li>
              <Link to="/help">Help Center</Link>
            </li>
            <li>
              <Link to="/community">Community</Link>
            </li>
          </ul>
        </div>
        <div>
          <h2 className={styles.group}>Company</h2>
          <ul className={styles.links}>
            <li>
              <Link to="/about">About</Link>
            </li>
            <li>
              <Link to="/privacy">Privacy</Link>
            </li>
            <li>
              <Link to="/terms">Terms</Link>
            </li>
          </ul>
        </div>
      </nav>
      <p className={styles.end}>{PRODUCT_NAME} is open software. It doesn't replace medical advice.</p>
    </footer>
  );
}
