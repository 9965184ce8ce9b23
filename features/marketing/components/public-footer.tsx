import { PRODUCT_NAME } from "../../../lib/product.ts";
import { Mark } from "../../../ui/mark.tsx";
import type { PublicPath } from "../rules.ts";
import styles from "./public-footer.module.css";

const groups = [
  {
    name: "Product",
    links: [
      { href: "/#features", label: "Features" },
      { href: "/pricing", label: "Pricing" },
      { href: "/security", label: "Security" },
    ],
  },
  {
    name: "Resources",
    links: [
      { href: "/help", label: "Help Center" },
      { href: "/community", label: "Community" },
    ],
  },
  {
    name: "Company",
    links: [
      { href: "/about", label: "About" },
      { href: "/privacy", label: "Privacy" },
      { href: "/terms", label: "Terms" },
      { href: "/intended-purpose", label: "What it is for" },
    ],
  },
];

/** The public footer with its three groups (workspace 2.2). */
export function PublicFooter({ path }: { path: PublicPath }) {
  return (
    <footer className={styles.footer}>
      <div className={styles.inside}>
        <div className={styles.about}>
          <p className={styles.brand}>
            <Mark /> {PRODUCT_NAME}
          </p>
          <p>Open software, free to run yourself. It doesn't replace medical advice.</p>
        </div>
        <nav className={styles.groups} aria-label="Footer">
          {groups.map(({ name, links }) => (
            <div key={name}>
              <h2 className={styles.group}>{name}</h2>
              <ul className={styles.links}>
                {links.map(({ href, label }) => (
                  <li key={href}>
                    <a href={href} aria-current={href === path ? "page" : undefined}>
                      {label}
                    </a>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
      </div>
    </footer>
  );
}
