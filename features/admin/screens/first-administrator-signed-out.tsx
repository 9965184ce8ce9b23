import { Link } from "@tanstack/react-router";
import { PRODUCT_NAME } from "../../../lib/product.ts";
import plain from "../../../ui/plain.module.css";
import { usePageTitle } from "../../../ui/use-page-title.ts";

/** `/first-administrator/:token` for a signed-out visitor. `here`: this page's own path, to return to. */
export function FirstAdministratorSignedOut({ here }: { here: string }) {
  usePageTitle("First administrator");
  return (
    <main id="main" tabIndex={-1} className={plain.notice}>
      <h1>Welcome to your {PRODUCT_NAME}</h1>
      <p>
        This server has no administrator yet. Make your account, and you become the one who runs it. Nobody
        else can use this link afterwards.
      </p>
      <div className={plain.actions}>
        <Link to="/sign-up" search={{ returnTo: here }} className={plain.primary}>
          Create an account
        </Link>
        <Link to="/sign-in" search={{ returnTo: here }} className={plain.secondary}>
          Sign in
        </Link>
      </div>
    </main>
  );
}
