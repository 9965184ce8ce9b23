/** A mail to send: one recipient, both text forms. */
export type OutgoingMail = {
  /** One bare address, without a display name. */
  to: string;
  subject: string;
  text: string;
  html: string;
  /**
   * Ends mails of its kind with one request; such a mail has the headers of RFC 8058. Absent for mails without an end.
   */
  unsubscribeUrl?: string | undefined;
};

/** Queues a mail for delivery; resolves when it is stored, not when it has been sent. */
export type SendMail = (message: OutgoingMail) => Promise<void>;
