import { PRODUCT_NAME } from "../../../lib/product.ts";
import type { Key } from "../../../lib/words/keys.ts";
import { getLanguage, t } from "../../../lib/words/t.ts";
import { Mark } from "../../../ui/mark.tsx";
import { getLanguageAddress, getPublicAddress, type PublicLanguage } from "../rules/addresses.ts";
import type { PublicPath } from "../rules.ts";
import styles from "./public-footer.module.css";

const GROUPS: readonly { name: Key; links: readonly [path: PublicPath, label: Key, hash?: string][] }[] = [
  {
    name: "publicframe.product",
    links: [
      ["/", "publicframe.features", "#features"],
      ["/pricing", "publicframe.pricing"],
      ["/security", "publicframe.security"],
    ],
  },
  {
    name: "publicframe.resources",
    links: [
      ["/help", "publicframe.help"],
      ["/community", "publicframe.community"],
    ],
  },
  {
    name: "publicframe.company",
    links: [
      ["/about", "publicframe.about"],
      ["/privacy", "publicframe.privacy"],
      ["/terms", "publicframe.terms"],
      ["/intended-purpose", "publicframe.purpose"],
    ],
  },
];

type PublicFooterProps = { path: PublicPath; languages: readonly PublicLanguage[] };

/** The public footer with its three groups (workspace 2.2), and the same page in other languages. */
export function PublicFooter({ path, languages }: PublicFooterProps) {
  return (
    <footer className={styles.footer}>
      <div className={styles.inside}>
        <div className={styles.about}>
          <p className={styles.brand}>
            <Mark /> {PRODUCT_NAME}
          </p>
          <p>{t("publicframe.open")}</p>
        </div>
        <nav className={styles.groups} aria-label={t("publicframe.footer")}>
          {GROUPS.map(({ name, links }) => (
            <div key={name}>
              <h2 className={styles.group}>{t(name)}</h2>
              <ul className={styles.links}>
                {links.map(([target, label, hash = ""]) => (
                  <li key={label}>
                    <a
                      href={getPublicAddress(target) + hash}
                      aria-current={target === path && !hash ? "page" : undefined}
                    >
                      {t(label)}
                    </a>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
        <nav className={styles.languages} aria-label={t("publicframe.languages")}>
          <ul className={styles.links}>
            {languages.map(({ code, name }) => (
              <li key={code}>
                <a
                  href={getLanguageAddress(code, path)}
                  lang={code}
                  hrefLang={code}
                  aria-current={code === getLanguage() ? "page" : undefined}
                >
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </footer>
  );
}
