import { PRODUCT_NAME } from "../../lib/product.ts";
import { Mark } from "../../ui/mark.tsx";

/** The whole page before anything of it is known: as index.html itself shows it, so that nothing moves or blinks. */
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
