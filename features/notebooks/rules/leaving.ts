/** The explanation of leaving a notebook, for every dialog about it. */
export const LEAVING =
  "You can come back only when somebody invites you again. Your tasks in it become unassigned, and your private notes stay stored, unseen, until then.";
