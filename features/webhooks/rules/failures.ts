import type { Key } from "../../../lib/words/keys.ts";
import { t } from "../../../lib/words/t.ts";

const NO_SERVER = ["ENOTFOUND", "EAI_AGAIN"];
/** Codes of Node and OpenSSL, the most exact first. */
const CERTIFICATES: readonly [RegExp, Key][] = [
  [/CERT_HAS_EXPIRED|CERT_NOT_YET_VALID/, "webhookfailures.certificateEnded"],
  [/ALTNAME/, "webhookfailures.certificateOther"],
  [/SELF_SIGNED|UNABLE_TO|UNTRUSTED|INVALID_CA/, "webhookfailures.certificateIssuer"],
  [/CERT/, "webhookfailures.certificateInvalid"],
  [/SSL|TLS|EPROTO/, "webhookfailures.notSecure"],
];

/** Why a message wasn't taken, from the status of an answer or the code of an error. */
export function formatFailure(failure: string): string {
  if (/^\d{3}$/.test(failure)) return t("webhookfailures.answered", { status: failure });
  if (failure === "not permitted") return t("webhookfailures.notPermitted");
  if (failure === "unreadable") return t("webhookfailures.unreadable");
  if (NO_SERVER.includes(failure)) return t("webhookfailures.noServer");
  const certificate = CERTIFICATES.find(([codes]) => codes.test(failure));
  if (certificate) return t(certificate[1]);
  const isTooLate = failure === "TimeoutError" || failure === "AbortError";
  return t(isTooLate ? "webhookfailures.tooLate" : "webhookfailures.noAnswer");
}
