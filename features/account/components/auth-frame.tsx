import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { PRODUCT_NAME } from "../../../lib/product.ts";
import { chooseLanguage } from "../../../lib/words/chosen-language.ts";
import { Card } from "../../../ui/card.tsx";
import { LanguageChoice } from "../../../ui/language-choice.tsx";
import { Mark } from "../../../ui/mark.tsx";
import { usePageTitle } from "../../../ui/use-page-title.ts";
import styles from "./auth-frame.module.css";

type AuthFrameProps = { title: string; lead?: string; children: ReactNode; foot?: ReactNode };

/** The page layout around each sign-in form. */
export function AuthFrame({ title, lead, children, foot }: AuthFrameProps) {
  usePageTitle(title);
  return (
    <div className={styles.page}>
      <header>
        <Link to="/" className={styles.brand}>
          <Mark /> {PRODUCT_NAME}
        </Link>
      </header>
      <Card as="main" size="page" isRaised id="main" tabIndex={-1} className={styles.card}>
        <h1 className={styles.title}>{title}</h1>
        {lead && <p className={styles.lead}>{lead}</p>}
        {children}
        {foot && <div className={styles.foot}>{foot}</div>}
      </Card>
      <footer>
        <LanguageChoice onChoose={chooseLanguage} />
      </footer>
    </div>
  );
}
