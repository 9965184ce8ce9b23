/** A mail as it is handed over for sending: one recipient, both text forms. */
export type OutgoingMail = {
  /** One bare address, without a display name. */
  to: string;
  subject: string;
  text: string;
  html: string;
};

/** Hands a mail over for delivery; resolves when it is stored safely, not when it has been sent. */
export type SendMail = (message: OutgoingMail) => Promise<void>;
