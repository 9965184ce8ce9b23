/** A mail to send: one recipient, both text forms. */
export type OutgoingMail = {
  /** One bare address, without a display name. */
  to: string;
  subject: string;
  text: string;
  html: string;
};

/** Queues a mail for delivery; resolves when it is stored, not when it has been sent. */
export type SendMail = (message: OutgoingMail) => Promise<void>;
