import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AccountServer, PASSWORD, startAccountServer } from "../../test/account-server.ts";
import { api, createNotebook, noteArguments } from "../../test/people.ts";
import type { Visitor } from "../../test/sign-in-server.ts";

let server: AccountServer;
beforeAll(async () => {
  server = await startAccountServer();
});
afterAll(() => server.close());

const WAYS: Record<string, (own: Visitor, other: Visitor) => Promise<unknown>> = {
  "a sign-out": (_, other) => other.post("/api/auth/sign-out", {}),
  "the end of one session": async (own, other) => {
    const { body } = await other.get("/api/auth/get-session");
    return own.post("/api/auth/revoke-session", { token: body.session.token });
  },
  "signing out everywhere else": (own) => own.post("/api/auth/revoke-other-sessions", {}),
  "a new password": (own) =>
    own.post("/api/auth/change-password", {
      currentPassword: PASSWORD,
      newPassword: "another horse",
      revokeOtherSessions: true,
    }),
};

describe("the token of a session that has ended", () => {
  for (const [way, end] of Object.entries(WAYS)) {
    it(`reads and writes nothing after ${way}, and its live connection is signed out`, async () => {
      const own = await server.person(`${way.replaceAll(" ", "-")}@example.org`);
      const diaryId = await createNotebook(own as never);
      const other = await server.browser(own.email);
      const copied = await server.http(other);
      const { client, signedOut } = await server.connect(other);
      // The error comes once the client is signed out.
      await new Promise((resolve) => client.onUpdate(api.notes.listNotes, { diaryId }, resolve, resolve));
      expect(await copied.query(api.notes.listNotes, { diaryId })).toEqual([]);

      await end(own.browser, other);

      await signedOut;
      for (const call of [
        () => copied.query(api.notes.listNotes, { diaryId }),
        () => copied.query(api.users.getCurrentUser, {}),
        () => copied.query(api.diaries.listMyDiaries, {}),
        () => copied.query(api.invitations.listMyInvitations, {}),
        () => copied.mutation(api.notes.createNote, noteArguments(diaryId)),
        () => copied.action(api.webhooks.listDeliveries, { webhookId: own.userId }),
      ])
        await expect(call()).rejects.toThrow("Not authenticated");
      // The person's own session goes on.
      expect(await (await server.http(own.browser)).query(api.notes.listNotes, { diaryId })).toEqual([]);
    });
  }
});
