import { useEffect } from "react";
import { PRODUCT_NAME } from "../lib/product.ts";

/** Sets the tab's title; the frame announces the same text on a page change. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title === PRODUCT_NAME ? title : `${title} – ${PRODUCT_NAME}`;
  }, [title]);
}
