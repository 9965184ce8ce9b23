import type { DkimConfig } from "../config/mail.ts";

/**
 * The headers that a signature covers. Those of RFC 8058 must be among them, or mail programs show no button to end
 * mails.
 */
const SIGNED =
  "From:Reply-To:Subject:Date:Message-ID:To:MIME-Version:Content-Type:Content-Transfer-Encoding:" +
  "Auto-Submitted:List-Unsubscribe:List-Unsubscribe-Post";

/** How nodemailer signs mails. */
export const computeSignature = ({ domain, selector, privateKey }: NonNullable<DkimConfig>) => ({
  domainName: domain,
  keySelector: selector,
  privateKey: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  headerFieldNames: SIGNED,
});
