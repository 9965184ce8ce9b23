import type { ReactNode } from "react";
import { getMetadata, type PublicPath } from "../rules.ts";
import styles from "./prose-page.module.css";

type ProsePageProps = {
  path: PublicPath;
  lead: ReactNode;
  /** In page order; a page with many sections has a table of contents. */
  sections: readonly { id: string; title: string; body: ReactNode }[];
};

/** The least number of sections of a page with a table of contents. */
const MANY = 6;

/** A public page of text. */
export function ProsePage({ path, lead, sections }: ProsePageProps) {
  return (
    <article className={styles.page}>
      <h1>{getMetadata(path).title}</h1>
      <p className={styles.lead}>{lead}</p>
      {sections.length >= MANY && (
        <nav className={styles.contents} aria-label="On this page">
          <ul>
            {sections.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`}>{title}</a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {sections.map(({ id, title, body }) => (
        <section key={id} id={id} tabIndex={-1} aria-labelledby={`${id}-heading`}>
          <h2 id={`${id}-heading`}>{title}</h2>
          {body}
        </section>
      ))}
    </article>
  );
}
