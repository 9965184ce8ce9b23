const NO_SERVER = ["ENOTFOUND", "EAI_AGAIN"];
/** Codes of Node and OpenSSL, the most exact first. */
const CERTIFICATES: readonly [RegExp, string][] = [
  [/CERT_HAS_EXPIRED|CERT_NOT_YET_VALID/, "its certificate has run out, or doesn't hold yet"],
  [/ALTNAME/, "its certificate is for another address"],
  [
    /SELF_SIGNED|UNABLE_TO|UNTRUSTED|INVALID_CA/,
    "its certificate is from an issuer that this server doesn't know",
  ],
  [/CERT/, "its certificate isn't valid"],
  [/SSL|TLS|EPROTO/, "there is no secure connection to it"],
];

/** Why a message wasn't taken, from the status of an answer or the code of an error. */
export function formatFailure(failure: string): string {
  if (/^\d{3}$/.test(failure)) return `it answered ${failure}`;
  if (failure === "not permitted") return "this server may not send to this address";
  if (failure === "unreadable") return "its address can't be read any more; please make it again";
  if (NO_SERVER.includes(failure)) return "there is no server with this address";
  const certificate = CERTIFICATES.find(([codes]) => codes.test(failure));
  if (certificate) return certificate[1];
  return failure === "TimeoutError" || failure === "AbortError"
    ? "it didn't answer within ten seconds"
    : "it didn't answer";
}
