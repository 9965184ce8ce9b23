/**
 * Who a verified token speaks for. Made only by a {@link TokenVerifier}; nothing in it comes from
 * the caller's own arguments.
 */
export type Identity = {
  /** The issuer (`iss`) that signed the token. */
  issuer: string;
  /** The provider's user id (`sub`); `users.clerk_user_id` in our table. */
  subject: string;
  /** The e-mail claim, lower-cased, or null when the token carries none. */
  email: string | null;
  /** True when the issuer says that the address was proven. */
  emailVerified: boolean;
  /** Display name claim, or null. */
  name: string | null;
  /** When the token stops being valid, epoch ms. */
  expiresAt: number;
};

/** Resolves to the token's identity; rejects when the signature, issuer, audience or time is wrong. */
export type TokenVerifier = (token: string) => Promise<Identity>;
