import type { Email } from "postal-mime";
import { receiveMails } from "../../test/received-mails.ts";

export type MailServer = {
  /** For `SMTP_URL`. */
  url: string;
  /** The mails that arrived for an address, oldest first. */
  letters(to: string): Promise<Email[]>;
  stop(): Promise<void>;
};

/** A mail server on this machine that accepts and keeps every mail. */
export async function startMailServer(): Promise<MailServer> {
  const { url, received, close } = await receiveMails();
  return {
    url,
    letters: async (to) => received.filter((mail) => mail.to?.some(({ address }) => address === to)),
    stop: close,
  };
}
