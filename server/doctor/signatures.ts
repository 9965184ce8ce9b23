import { createPublicKey } from "node:crypto";
import { resolveTxt } from "node:dns/promises";
import type { Config } from "../config.ts";
import { createFindings, type Finding } from "./finding.ts";

type Lookup = (name: string) => Promise<string[][]>;

/** Whether the DNS has the public half of the key that signs mails; nothing for a server without one. */
export async function checkSignatures(
  { dkim, mailFrom }: Pick<Config, "dkim" | "mailFrom">,
  lookup: Lookup = resolveTxt,
): Promise<Finding[]> {
  if (!dkim) return [];
  const part = createFindings("Mail");
  const name = `${dkim.selector}._domainkey.${dkim.domain}`;
  const key = createPublicKey(dkim.privateKey).export({ type: "spki", format: "der" }).toString("base64");
  const remedy = `Write a TXT record ${name} with: v=DKIM1; k=rsa; p=${key}`;
  const findings = [await checkRecord(part, { name, key, remedy }, lookup)];
  const sender = /@([^\s@<>]+)>?\s*$/.exec(mailFrom)?.[1]?.toLowerCase() ?? "";
  if (sender !== dkim.domain && !sender.endsWith(`.${dkim.domain}`)) {
    findings.push(
      part.warning(
        `MAIL_FROM is of ${sender}, but mails are signed by ${dkim.domain}: that counts as unsigned.`,
        "Use the same domain for both.",
      ),
    );
  }
  return findings;
}

async function checkRecord(
  part: ReturnType<typeof createFindings>,
  { name, key, remedy }: { name: string; key: string; remedy: string },
  lookup: Lookup,
): Promise<Finding> {
  const records = await lookup(name).catch(() => []);
  const keys = records.map((record) => /(?:^|;)\s*p=([^;]*)/.exec(record.join(""))?.[1]?.replace(/\s/g, ""));
  if (keys.includes(key)) return part.ok(`mails are signed, and ${name} has the key.`);
  return keys.some((each) => each !== undefined)
    ? part.fault(`Mails are signed, but ${name} has another key: they count as forged.`, remedy)
    : part.warning(`Mails are signed, but ${name} isn't in the DNS.`, remedy);
}
