import { ConvexReactClient } from "convex/react";
import { afterEach, expect, it } from "vitest";
import { api } from "../../lib/api.ts";
import { spec } from "../../test/spec.ts";
import { getBackgroundCalls } from "./background-calls.ts";
import { countPendingChanges, getLeaveWarning, warnBeforeUnload } from "./leave-warning.ts";

const clients: ConvexReactClient[] = [];
afterEach(() => Promise.all(clients.splice(0).map((client) => client.close())));

/** A page whose server is out of reach. */
function offlinePage() {
  const client = new ConvexReactClient("http://127.0.0.1:9", { unsavedChangesWarning: false, logger: false });
  clients.push(client);
  const target = new EventTarget();
  const background = getBackgroundCalls(client);
  const changes = countPendingChanges(client);
  warnBeforeUnload(changes, target as Window);
  /** Whether the browser would ask before the page closes. */
  const wouldAsk = () => {
    const event = new Event("beforeunload", { cancelable: true });
    target.dispatchEvent(event);
    return event.defaultPrevented;
  };
  return { client, background, changes, wouldAsk };
}

it("the page asks before it closes while changes wait for the network", {
  tags: spec("CORE-645 CORE-646"),
}, () => {
  expect(getLeaveWarning()).toBe("Are you sure you want to leave? Your changes may not be saved.");
  const { client, changes, wouldAsk } = offlinePage();
  expect(wouldAsk()).toBe(false);
  void client.mutation(api.notes.deleteNote, { noteId: "n" }).catch(() => {});
  void client.action(api.invitations.createInvitationLink, { invitationId: "i" }).catch(() => {});
  expect(changes()).toBe(2);
  expect(wouldAsk()).toBe(true);
});

it("the page closes without a question while only background calls wait", { tags: spec("CORE-645") }, () => {
  const { client, background, wouldAsk } = offlinePage();
  // The person's time zone, when their first device is known.
  void background.mutation(api.notifications.setSettings, { timeZone: "Europe/Berlin" }).catch(() => {});
  void client.mutation(api.diaries.markDiaryOpened, { diaryId: "d" }).catch(() => {});
  void client.mutation(api.users.syncUser, { clerkUserId: "u", email: "", name: "" }).catch(() => {});
  void client.action(api.attachments.getAttachmentUrl, { attachmentId: "a" }).catch(() => {});
  expect(wouldAsk()).toBe(false);
});

it("the page closes without a question once each change is answered, also by a refusal", {
  tags: spec("CORE-645"),
}, async () => {
  const client = {
    mutation: async () => "done",
    action: () => Promise.reject(new Error("no")),
  } as unknown as ConvexReactClient;
  const changes = countPendingChanges(client);
  const both = [
    client.mutation(api.notes.deleteNote, { noteId: "n" }),
    client.action(api.invitations.createInvitationLink, { invitationId: "i" }),
  ];
  expect(changes()).toBe(2);
  await Promise.allSettled(both);
  expect(changes()).toBe(0);
});
