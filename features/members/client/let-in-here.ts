/** Invitations accepted on this screen, which has shown it: no notice repeats it. */
export const letInHere = new Set<string>();
