import type { Key } from "../../../lib/words/keys.ts";
import { getLanguage, t } from "../../../lib/words/t.ts";
import { ORIGINAL } from "../rules/addresses.ts";
import { getMetadata } from "../rules/metadata.ts";
import type { PublicPath } from "../rules.ts";
import { Prose, type ProsePart } from "./prose.tsx";
import styles from "./prose-page.module.css";

type ProsePageProps = {
  path: PublicPath;
  lead: string;
  /** Whether its translations name the English text as the original. */
  isLegal?: boolean;
  /** In page order; a page with many sections has a table of contents. */
  sections: readonly { id: string; title: Key; body: readonly ProsePart[] }[];
};

/** The least number of sections of a page with a table of contents. */
const MANY = 6;

/** A public page of text. */
export function ProsePage({ path, lead, isLegal = false, sections }: ProsePageProps) {
  return (
    <article className={styles.page}>
      <h1>{getMetadata(path).title}</h1>
      {isLegal && getLanguage() !== ORIGINAL && <p>{t("publicframe.translated")}</p>}
      <p className={styles.lead}>{lead}</p>
      {sections.length >= MANY && (
        <nav className={styles.contents} aria-label={t("publicframe.onThisPage")}>
          <ul>
            {sections.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`}>{t(title)}</a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {sections.map(({ id, title, body }) => (
        <section key={id} id={id} tabIndex={-1} aria-labelledby={`${id}-heading`}>
          <h2 id={`${id}-heading`}>{t(title)}</h2>
          <Prose parts={body} />
        </section>
      ))}
    </article>
  );
}
