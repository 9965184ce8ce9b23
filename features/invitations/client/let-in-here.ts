/** The invitations by which somebody was let in on this screen, which has said so: no notice repeats it. */
export const letInHere = new Set<string>();
