/**
 * The identity in a verified token. Created only by a {@link TokenVerifier}; nothing in it comes from the caller's
 * own arguments.
 */
export type Identity = {
  /** The issuer (`iss`) that signed the token. */
  issuer: string;
  /** The provider's user id (`sub`); `users.clerk_user_id` in our table. */
  subject: string;
  /** The e-mail claim in lower case, or null when the token carries none. */
  email: string | null;
  /** True when the issuer states that the address is verified. */
  emailVerified: boolean;
  /** Display name claim, or null. */
  name: string | null;
  /** The session of the built-in sign-in; absent where sessions are an issuer's. */
  sessionId?: string;
  /** Expiry of the token, epoch ms. */
  expiresAt: number;
  /**
   * The access token of a program that calls as this person; absent for the person themselves. `isLimited`: it opens
   * only the notebooks that were chosen for it.
   */
  accessToken?: { readonly id: string; readonly isLimited: boolean };
};

/** Resolves to the token's identity; rejects when signature, issuer, audience or times are invalid. */
export type TokenVerifier = (token: string) => Promise<Identity>;
