import { Link, useLocation } from "@tanstack/react-router";
import { getStoredPeople } from "../../lib/browser-store.ts";
import { t } from "../../lib/words/t.ts";
import { createQuietPart } from "../../ui/lazy-part.tsx";
import plain from "../../ui/plain.module.css";
import { usePageTitle } from "../../ui/use-page-title.ts";
import { AppHeader } from "./app-header.tsx";

const KeptHere = createQuietPart(() => import("./kept-here.tsx").then((module) => module.KeptHere));

/** A protected page for signed-out visitors; signing in returns to that page. */
export function GuardPage() {
  const here = useLocation({ select: (location) => location.href });
  usePageTitle(t("start.signInRequired"));
  return (
    <>
      <AppHeader signedIn={false} isAdmin={false} returnTo={here} />
      <main id="main" tabIndex={-1} className={plain.notice}>
        <h1>{t("start.signInRequired")}</h1>
        <p>{t("start.pleaseSignIn")}</p>
        {getStoredPeople().length > 0 && <KeptHere />}
        <div className={plain.actions}>
          <Link to="/sign-in" search={{ returnTo: here }} className={plain.primary}>
            {t("start.signIn")}
          </Link>
          <Link to="/sign-up" search={{ returnTo: here }} className={plain.secondary}>
            {t("start.createAccount")}
          </Link>
        </div>
      </main>
    </>
  );
}
