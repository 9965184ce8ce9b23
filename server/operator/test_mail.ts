import { v7 as uuidv7 } from "uuid";
import { PRODUCT_NAME } from "../../lib/product.ts";
import type { Config } from "../config.ts";
import { createDelivery } from "../mail/delivery.ts";
import { writeLetter } from "../mail/letter.ts";
import { getFirstLine } from "../start_error.ts";
import { OperatorError } from "./command.ts";

/**
 * Sends a mail with this server's settings, at once and past the outbox; returns the lines to print.
 * @throws OperatorError with the mail server's words when it doesn't take the mail
 */
export async function sendTestMail(config: Config, to: string): Promise<string[]> {
  const delivery = createDelivery(config);
  const letter = writeLetter({
    to,
    subject: `A test of ${PRODUCT_NAME}'s mails`,
    heading: "Mails arrive",
    paragraphs: [`Whoever runs ${config.baseUrl} has sent this to see whether its mails arrive.`],
    footer: "There is nothing to do.",
  });
  try {
    await delivery.deliver(uuidv7(), letter);
  } catch (error) {
    throw new OperatorError(`The mail wasn't taken: ${getFirstLine(error)}`);
  } finally {
    delivery.close();
  }
  if (config.smtpUrl === null)
    return [`No mail server is set (SMTP_URL): the mail is a file in ${config.dataDir}/mail.`];
  return [
    `${new URL(config.smtpUrl).host} has taken a mail to ${to} from ${config.mailFrom}.`,
    config.dkim
      ? `It is signed by ${config.dkim.selector}._domainkey.${config.dkim.domain}.`
      : "This server doesn't sign it (MAIL_DKIM_DOMAIN); many mail servers do.",
    "Look whether it arrives, and not among the unwanted mails.",
  ];
}
