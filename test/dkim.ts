import { createHash, createPublicKey, verify } from "node:crypto";

/**
 * Verifies the DKIM signature of a mail as RFC 6376 has it (relaxed/relaxed, rsa-sha256), independently of whoever signed.
 * Returns the names of the headers that it covers, in lower case; throws when it doesn't hold.
 * @param publicKey the `p=` of the DNS record
 */
export function verifyDkim(raw: Buffer, publicKey: string): string[] {
  const message = raw.toString("latin1");
  const end = message.indexOf("\r\n\r\n");
  const headers = message.slice(0, end).split(/\r\n(?![ \t])/);
  const signature = headers.find((header) => /^dkim-signature:/i.test(header));
  if (!signature) throw new Error("no signature");
  const tags = tagsOf(signature);
  if (tags.a !== "rsa-sha256" || tags.c !== "relaxed/relaxed" || tags.l !== undefined)
    throw new Error(`unexpected: ${signature}`);

  const bodyHash = createHash("sha256")
    .update(relaxedBody(message.slice(end + 4)), "latin1")
    .digest("base64");
  if (bodyHash !== tags.bh) throw new Error("the body was changed");

  const left = [...headers];
  const signed = tags.h!.toLowerCase().split(":");
  const lines = signed.map((name) => {
    // From the last one up; one that isn't there counts as empty.
    const index = left.findLastIndex((header) => nameOf(header) === name);
    return index < 0 ? "" : `${relaxedHeader(left.splice(index, 1)[0]!)}\r\n`;
  });
  const own = relaxedHeader(signature.replace(/(;\s*b=)[^;]*/, "$1"));
  const key = createPublicKey({ key: Buffer.from(publicKey, "base64"), format: "der", type: "spki" });
  const data = Buffer.from(lines.join("") + own, "latin1");
  if (!verify("sha256", data, key, Buffer.from(tags.b!, "base64")))
    throw new Error("the headers were changed");
  return signed;
}

const nameOf = (header: string): string => header.slice(0, header.indexOf(":")).trim().toLowerCase();

function tagsOf(header: string): Record<string, string> {
  const value = header.slice(header.indexOf(":") + 1);
  return Object.fromEntries(
    value.split(";").flatMap((tag) => {
      const [, name, text] = /^\s*([a-z]+)\s*=([\s\S]*)$/.exec(tag) ?? [];
      return name ? [[name, text!.replace(/\s+/g, "")]] : [];
    }),
  );
}

const relaxedHeader = (header: string): string =>
  `${nameOf(header)}:${header
    .slice(header.indexOf(":") + 1)
    .replace(/\r\n/g, "")
    .replace(/[ \t]+/g, " ")
    .trim()}`;

function relaxedBody(body: string): string {
  const text = body
    .split("\r\n")
    .map((line) => line.replace(/[ \t]+/g, " ").replace(/ $/, ""))
    .join("\r\n")
    .replace(/(\r\n)+$/, "");
  return text === "" ? "" : `${text}\r\n`;
}
