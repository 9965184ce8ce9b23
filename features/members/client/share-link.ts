import { PRODUCT_NAME } from "../../../lib/product.ts";
import { t } from "../../../lib/words/t.ts";

/** Whether the device has a share sheet for links. */
export const canShare = (): boolean => typeof navigator.share === "function";

/**
 * Opens the device's share sheet with a link; false without one, when it was closed, or when the browser refuses
 * because the press is too long ago. The message names neither the notebook nor its person: other companies carry it.
 */
export async function shareLink(link: string, inviter: string): Promise<boolean> {
  if (!canShare()) return false;
  try {
    const text = t("invitations.shareText", {
      inviter: inviter || t("invitations.somebody"),
      product: PRODUCT_NAME,
    });
    await navigator.share({ title: t("invitations.shareTitle", { product: PRODUCT_NAME }), text, url: link });
    return true;
  } catch {
    return false;
  }
}
