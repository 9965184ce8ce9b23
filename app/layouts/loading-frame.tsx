import { PRODUCT_NAME } from "../../lib/product.ts";
import { Mark } from "../../ui/mark.tsx";

/**
 * The empty page while everything loads: identical to the skeleton in index.html, so that nothing moves or flickers.
 */
export function LoadingFrame() {
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
        <div className="first-label">Loading...</div>
      </div>
    </>
  );
}
