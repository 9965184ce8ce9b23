import { Link } from "@tanstack/react-router";
import { PRODUCT_NAME } from "../../../lib/product.ts";
import { t } from "../../../lib/words/t.ts";
import plain from "../../../ui/plain.module.css";
import { usePageTitle } from "../../../ui/use-page-title.ts";

/** `/first-administrator/:token` for a signed-out visitor. `here`: this page's own path, to return to. */
export function FirstAdministratorSignedOut({ here }: { here: string }) {
  usePageTitle(t("firstadmin.title"));
  return (
    <main id="main" tabIndex={-1} className={plain.notice}>
      <h1>{t("firstadmin.welcome", { product: PRODUCT_NAME })}</h1>
      <p>{t("firstadmin.welcomeText")}</p>
      <div className={plain.actions}>
        <Link to="/sign-up" search={{ returnTo: here }} className={plain.primary}>
          {t("firstadmin.createAccount")}
        </Link>
        <Link to="/sign-in" search={{ returnTo: here }} className={plain.secondary}>
          {t("firstadmin.signIn")}
        </Link>
      </div>
    </main>
  );
}
