/** The audience of the tokens that the embedded sign-in issues. */
export const AUDIENCE = "carediary";
