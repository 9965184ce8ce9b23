import type { AddressInfo } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

export type MailServer = {
  /** For `SMTP_URL`. */
  url: string;
  /** The mails that arrived for an address, oldest first. */
  letters(to: string): Promise<Email[]>;
  stop(): Promise<void>;
};

/** A mail server on this machine that accepts and keeps every mail. */
export async function startMailServer(): Promise<MailServer> {
  const received: Email[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, _session, callback) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", async () => {
        received.push(await PostalMime.parse(Buffer.concat(chunks)));
        callback();
      });
    },
  });
  await new Promise<void>((resolve) => smtp.listen(0, "127.0.0.1", resolve));
  return {
    url: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
    letters: async (to) => received.filter((mail) => mail.to?.some(({ address }) => address === to)),
    stop: () => new Promise((resolve) => smtp.close(() => resolve())),
  };
}
