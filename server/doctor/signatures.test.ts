import { generateKeyPairSync } from "node:crypto";
import { expect, it } from "vitest";
import { checkSignatures } from "./signatures.ts";

const pair = () => generateKeyPairSync("rsa", { modulusLength: 1024 });
const { privateKey, publicKey } = pair();
const config = {
  dkim: { domain: "care.example", selector: "care2026", privateKey },
  mailFrom: "Care <care@care.example>",
};
const recordOf = (key: typeof publicKey) =>
  `v=DKIM1; k=rsa; p=${key.export({ type: "spki", format: "der" }).toString("base64")}`;

it("compares the key of mails with the DNS, and says what to write there", async () => {
  const record = recordOf(publicKey);
  // Long records come in parts.
  const inParts = async () => [["v=spf1 -all"], [record.slice(0, 100), record.slice(100)]];
  expect(await checkSignatures(config, inParts)).toMatchObject([{ level: "ok" }]);
  const missing = await checkSignatures(config, () => Promise.reject(new Error("ENOTFOUND")));
  expect(missing).toMatchObject([{ level: "warning", remedy: expect.stringContaining(record) }]);
  const other = recordOf(pair().publicKey);
  expect(await checkSignatures(config, async () => [[other]])).toMatchObject([{ level: "fault" }]);
  expect(
    await checkSignatures({ ...config, mailFrom: "care@elsewhere.example" }, async () => [[record]]),
  ).toMatchObject([
    { level: "ok" },
    { level: "warning", words: expect.stringContaining("elsewhere.example") },
  ]);
  expect(await checkSignatures({ ...config, dkim: null })).toEqual([]);
});
