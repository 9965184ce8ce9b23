import { useSyncExternalStore } from "react";
import { PRODUCT_NAME } from "../../lib/product.ts";
import { t } from "../../lib/words/t.ts";
import { Mark } from "../../ui/mark.tsx";
import { reachability } from "../../ui/reachability.ts";

/**
 * The empty page while everything loads: identical to the skeleton in index.html, so that nothing moves or flickers. A page
 * that was opened without a server shows why it waits.
 */
export function LoadingFrame() {
  const isLost = useSyncExternalStore(reachability.subscribe, reachability.isLost);
  return (
    <>
      <div className="first-header">
        <div className="first-brand">
          <Mark /> {PRODUCT_NAME}
        </div>
      </div>
      <div className="first-rows" role="status">
        <span aria-hidden="true" />
        <span aria-hidden="true" />
        <span aria-hidden="true" />
        {isLost ? (
          <p>{t("start.noConnection", { product: PRODUCT_NAME })}</p>
        ) : (
          <div className="first-label">{t("start.loading")}</div>
        )}
      </div>
    </>
  );
}
