import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { receiveMails } from "../../test/received-mails.ts";
import { loadConfig } from "../config.ts";
import { OperatorError } from "./command.ts";
import { sendTestMail } from "./test_mail.ts";

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "carediary-test-mail-"));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const send = (settings: Record<string, string>) =>
  sendTestMail(loadConfig({ DATA_DIR: directory, ...settings }), "olga@example.org");

it("sends one mail and says who took it", async () => {
  const mails = await receiveMails();
  try {
    const lines = await send({ SMTP_URL: mails.url });
    expect(lines[0]).toBe(
      `${new URL(mails.url).host} has taken a mail to olga@example.org from CareDiary <carediary@localhost>.`,
    );
    expect(mails.received).toMatchObject([
      { subject: "A test of CareDiary's mails", to: [{ address: "olga@example.org" }] },
    ]);
  } finally {
    await mails.close();
  }
});

it("says why a mail server didn't take it, and where the file is without one", async () => {
  await expect(send({ SMTP_URL: "smtp://user:secret@127.0.0.1:1" })).rejects.toThrow(OperatorError);
  await expect(send({ SMTP_URL: "smtp://user:secret@127.0.0.1:1" })).rejects.not.toThrow(/secret/);
  expect(await send({})).toEqual([
    `No mail server is set (SMTP_URL): the mail is a file in ${directory}/mail.`,
  ]);
  expect(await readdir(join(directory, "mail"))).toHaveLength(1);
});
