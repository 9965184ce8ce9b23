type Rooms = {
  account: typeof import("../../words/en/account.json");
  activation: typeof import("../../words/en/activation.json");
  deletion: typeof import("../../words/en/deletion.json");
  exports: typeof import("../../words/en/exports.json");
  feeds: typeof import("../../words/en/feeds.json");
  invitation: typeof import("../../words/en/invitation.json");
  invitations: typeof import("../../words/en/invitations.json");
  library: typeof import("../../words/en/library.json");
  lock: typeof import("../../words/en/lock.json");
  managing: typeof import("../../words/en/managing.json");
  members: typeof import("../../words/en/members.json");
  menu: typeof import("../../words/en/menu.json");
  more: typeof import("../../words/en/more.json");
  programs: typeof import("../../words/en/programs.json");
  proof: typeof import("../../words/en/proof.json");
  recorder: typeof import("../../words/en/recorder.json");
  search: typeof import("../../words/en/search.json");
  share: typeof import("../../words/en/share.json");
  shared: typeof import("../../words/en/shared.json");
  shell: typeof import("../../words/en/shell.json");
  tokens: typeof import("../../words/en/tokens.json");
  unsent: typeof import("../../words/en/unsent.json");
  webhooks: typeof import("../../words/en/webhooks.json");
};

/** The key of a text: its room and its name in that room's file, such as "members.removeText". */
export type Key = { [Room in keyof Rooms]: `${Room}.${keyof Rooms[Room] & string}` }[keyof Rooms];
