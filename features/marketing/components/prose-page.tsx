import type { ReactNode } from "react";
import { type PublicPath, pageWords } from "../rules.ts";
import styles from "./prose-page.module.css";

type ProsePageProps = {
  path: PublicPath;
  lead: ReactNode;
  /** In the order of the page; with many of them a list of contents leads to each. */
  sections: readonly { id: string; title: string; body: ReactNode }[];
};

/** From here on a page needs a list of contents. */
const MANY = 6;

/** A public page of text. */
export function ProsePage({ path, lead, sections }: ProsePageProps) {
  return (
    <article className={styles.page}>
      <h1>{pageWords(path).title}</h1>
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
