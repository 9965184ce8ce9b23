import type { Key } from "../../../lib/words/keys.ts";
import type { Message } from "../../../lib/words/message.ts";
import { t } from "../../../lib/words/t.ts";

const NO_SERVER = ["ENOTFOUND", "EAI_AGAIN"];

const REASONS = {
  answer: "webhookrules.answer",
  permitted: "webhookrules.permitted",
  unreadable: "webhookrules.reasonUnreadable",
  noServer: "webhookrules.noServer",
  certificateOver: "webhookrules.certificateOver",
  certificateOther: "webhookrules.certificateOther",
  certificateIssuer: "webhookrules.certificateIssuer",
  certificate: "webhookrules.certificate",
  insecure: "webhookrules.insecure",
  late: "webhookrules.late",
  noAnswer: "webhookrules.noAnswer",
} as const satisfies Record<string, Key>;

type Reason = keyof typeof REASONS;

/** Codes of Node and OpenSSL, the most exact first. */
const CERTIFICATES: readonly [RegExp, Reason][] = [
  [/CERT_HAS_EXPIRED|CERT_NOT_YET_VALID/, "certificateOver"],
  [/ALTNAME/, "certificateOther"],
  [/SELF_SIGNED|UNABLE_TO|UNTRUSTED|INVALID_CA/, "certificateIssuer"],
  [/CERT/, "certificate"],
  [/SSL|TLS|EPROTO/, "insecure"],
];

function findReason(failure: string): Reason {
  if (/^\d{3}$/.test(failure)) return "answer";
  if (failure === "not permitted") return "permitted";
  if (failure === "unreadable") return "unreadable";
  if (NO_SERVER.includes(failure)) return "noServer";
  const certificate = CERTIFICATES.find(([codes]) => codes.test(failure));
  if (certificate) return certificate[1];
  return failure === "TimeoutError" || failure === "AbortError" ? "late" : "noAnswer";
}

/** Why a message wasn't taken, from the status of an answer or the code of an error. */
export const formatFailure = (failure: string): string =>
  t(REASONS[findReason(failure)], { status: failure });

/** That a message wasn't taken, and why. */
export const describeFailure = (failure: string): Message => ({
  key: "webhookrules.notTaken",
  values: { reason: findReason(failure), status: failure },
});
