/** The audience of the tokens that the embedded sign-in issues. */
export const AUDIENCE = "carediary";

/** The claim that names the session of our own sign-in. Its name is ours, so that no issuer has another meaning for it. */
export const SESSION_CLAIM = "carediary_session";
