import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeMessage } from "../../../lib/words/message.ts";
import { UNPROVEN } from "../../../server/auth/proof.ts";
import { type AccountServer, PASSWORD, startAccountServer } from "../../../test/account-server.ts";
import { Authenticator, addPasskey, signInByPasskey } from "../../../test/authenticator.ts";
import { api, createNotebook, noteArguments } from "../../../test/people.ts";
import { startServiceOfSomebody } from "../../../test/service_of_somebody.ts";
import { Visitor, waitingMails } from "../../../test/sign-in-server.ts";

let server: AccountServer;
let receiver: Awaited<ReturnType<typeof startServiceOfSomebody>>;
beforeAll(async () => {
  receiver = await startServiceOfSomebody();
  server = await startAccountServer({ outgoing: { allow: ["127.0.0.1"] } });
});
afterAll(async () => {
  await server.close();
  await receiver.close();
});

type Browser = Visitor;
const origin = () => server.signIn.url;
const proofFrom = async (browser: Browser, purpose: string): Promise<string> =>
  (await browser.post("/api/auth/password-proof", { password: PASSWORD, purpose })).body.proof ?? "";
/** A browser with the same cookies, as somebody has it who copied them. */
function copyOf({ cookies }: Browser): Browser {
  const copy = new Visitor(origin());
  for (const [name, value] of cookies) copy.cookies.set(name, value);
  return copy;
}

/** Makes all that outlives a session, with what `prove` gives for it; returns how each is used afterwards. */
async function makeEverything(
  browser: Browser,
  diaryId: string,
  prove: (purpose: string) => Promise<string>,
) {
  const http = await server.http(browser);
  const proof = (purpose: string) => prove(purpose);
  const { link: calendar } = await http.action(api.feeds.createFeed, { proof: await proof("calendar") });
  const ntfy = await http.action(api.notifications.addNtfy, {
    ...{ server: receiver.url, label: "topic" },
    proof: await proof("ntfy"),
  });
  const program = await http.action(api.notifications.addWebhook, {
    ...{ hookUrl: `${receiver.url}/reminders`, bodyFormat: "standard" as const, label: "program" },
    proof: await proof("program"),
  });
  const webhook = await http.action(api.webhooks.createWebhook, {
    ...{ name: "events", hookUrl: `${receiver.url}/events`, areas: null, diaryIds: null },
    proof: await proof("webhook"),
  });
  const invitation = await http.action(api.invitations.createOpenLink, {
    ...{ diaryId, role: "admin" as const, letsInAtOnce: true },
    proof: await proof("invitation"),
  });
  const token = await browser.post("/api/auth/access-token/create", {
    ...{ name: "program", scopes: ["read"], notebooks: null, days: 30 },
    proof: await proof("token"),
  });
  return { calendar, ntfy, program, webhook, invitation, token: token.body.token as string };
}

const countOf = async (table: string, column: string, userId: string) =>
  (await server.sql(`select count(*)::integer as n from ${table} where ${column} = $1`, [userId]))[0].n;

/** The link of the newest letter with one to choose a new password. */
async function resetToken(): Promise<string> {
  const letter = (await waitingMails(server.database)).findLast(({ text }) =>
    text.includes("reset-password"),
  );
  return /token=([^&\s]+)/.exec(letter!.text)![1]!;
}

describe("somebody who has got into an account", () => {
  it("adds nothing that outlives a copied session: each needs the password of a moment ago", async () => {
    const { browser, http: own, ...maria } = await server.person("copied@example.org");
    const diaryId = await createNotebook({ http: own } as never);
    const { deviceId } = await own.action(api.notifications.addNtfy, {
      ...{ server: receiver.url, label: "topic" },
      proof: await proofFrom(browser, "ntfy"),
    });
    const thief = copyOf(browser);
    const http = await server.http(thief);
    // A proof for something else, and one of another person, serve as little as none.
    const other = await server.person("accomplice@example.org");
    for (const proof of [
      "",
      await proofFrom(browser, "deletion"),
      await proofFrom(other.browser, "calendar"),
    ]) {
      const calls = [
        () => http.action(api.feeds.createFeed, { proof }),
        () => http.action(api.notifications.addNtfy, { server: receiver.url, label: "x", proof }),
        () => http.action(api.notifications.getNtfyTopic, { deviceId, proof }),
        () =>
          http.action(api.notifications.addWebhook, {
            ...{ hookUrl: receiver.url, bodyFormat: "standard", label: "x", proof },
          }),
        () =>
          http.action(api.webhooks.createWebhook, {
            ...{ name: "x", hookUrl: receiver.url, areas: null, diaryIds: null, proof },
          }),
        () => http.action(api.invitations.createOpenLink, { diaryId, role: "admin", proof }),
      ];
      for (const call of calls) await expect(call()).rejects.toThrow(writeMessage(UNPROVEN));
      const wish = { name: "x", scopes: ["read"], notebooks: null, days: 1, proof };
      expect((await thief.post("/api/auth/access-token/create", wish)).body.code).toBe("INVALID_PROOF");
    }
    const device = new Authenticator();
    expect((await addPasskey(thief, device, origin(), null)).body.code).toBe("INVALID_PROOF");
    expect((await signInByPasskey(new Visitor(origin()), device, origin())).status).toBe(401);
    expect(await countOf("calendar_feeds", "user_id", maria.userId)).toBe(0);
    expect(await countOf("webhooks", "user_id", maria.userId)).toBe(0);
    expect(await countOf("access_tokens", "user_id", maria.userId)).toBe(0);
    expect(await countOf("notification_targets", "user_id", maria.userId)).toBe(1);
  });

  it("keeps nothing after a reset by mail, even with the password: passkey, calendar, ntfy, programs, token, link and connection", async () => {
    const { browser, email, userId, http: own } = await server.person("robbed@example.org");
    const diaryId = await createNotebook({ http: own } as never);
    await server.sql("update users set email_verified = true where id = $1", [userId]);
    // What the owner has had for long; they have signed in with the password since.
    const phone = new Authenticator();
    await addPasskey(browser, phone, origin());
    await browser.signIn(email, PASSWORD);

    const thief = await server.browser(email);
    const stolenKey = new Authenticator();
    expect((await addPasskey(thief, stolenKey, origin())).status).toBe(200);
    const made = await makeEverything(thief, diaryId, (purpose) => proofFrom(thief, purpose));
    expect((await fetch(made.calendar)).status).toBe(200);

    // The owner has letters and entries of all of it; the session that did it can't take these away.
    const letters = (await waitingMails(server.database)).filter(({ to }) => to === email);
    for (const subject of [
      "New sign-in",
      "A passkey was added",
      "A calendar link was made",
      "Reminders go to a new place",
      "A webhook was made",
      "An invitation link was made",
      "A new access token",
    ])
      expect(letters.map((each) => each.subject).join("\n")).toContain(subject);
    const ofThief = await server.http(thief);
    await ofThief.mutation(api.notifications.markAllSeen, { upTo: Date.now() + 1000 });
    const page = { paginationOpts: { numItems: 30, cursor: null } };
    for (const { _id } of (await ofThief.query(api.notifications.pageNotifications, page)).page)
      await ofThief.mutation(api.notifications.markSeen, { notificationId: _id });

    // Signing in once more, in the browser that is known by now, doesn't make it theirs.
    await thief.signIn(email, PASSWORD);
    const bearer = await server.http(thief);
    const { client, signedOut } = await server.connect(thief);
    await new Promise((resolve) => client.onUpdate(api.notes.listNotes, { diaryId }, resolve, resolve));

    await browser.post("/api/auth/request-password-reset", { email, redirectTo: "/" });
    const reset = { token: await resetToken(), newPassword: "a much better horse" };
    expect((await browser.post("/api/auth/reset-password", reset)).status).toBe(200);

    await signedOut;
    expect((await signInByPasskey(new Visitor(origin()), stolenKey, origin())).status).toBe(401);
    expect((await fetch(made.calendar)).status).toBe(404);
    for (const table of ["calendar_feeds", "webhooks", "access_tokens"])
      expect([table, await countOf(table, "user_id", userId)]).toEqual([table, 0]);
    expect(
      await server.sql("select channel from notification_targets where user_id = $1 and channel <> 'mail'", [
        userId,
      ]),
    ).toEqual([]);
    const token = createHash("sha256")
      .update(new URL(made.invitation.link).pathname.split("/")[2]!)
      .digest("hex");
    expect(await server.sql("select ended from invitation_links where token_hash = $1", [token])).toEqual([
      { ended: "cancelled" },
    ]);
    await expect(bearer.query(api.notes.listNotes, { diaryId })).rejects.toThrow("Not authenticated");
    await expect(bearer.mutation(api.notes.createNote, noteArguments(diaryId))).rejects.toThrow(
      "Not authenticated",
    );
    const program = await fetch(`${server.url}/api/query`, {
      method: "POST",
      headers: { authorization: `Bearer ${made.token}`, "content-type": "application/json" },
      body: JSON.stringify({ path: "diaries:listMyDiaries", args: {} }),
    });
    expect(await program.json()).toMatchObject({ status: "error", errorMessage: "Not authenticated" });
    expect(await thief.token()).toBeNull();

    // The owner's older passkey is listed, and ends with one press; their inbox has what happened.
    await browser.signIn(email, "a much better horse");
    const listed = (await browser.get("/api/auth/openings")).body.openings;
    expect(listed).toMatchObject([{ kind: "passkey", name: "Phone" }]);
    const back = await server.http(browser);
    const acts = (await back.query(api.notifications.pageNotifications, page)).page
      .filter(({ seenAt }) => seenAt === null)
      .map(({ security }) => security?.act);
    expect(acts).toEqual(
      expect.arrayContaining([
        "passkey-added",
        "calendar-link",
        "device-added",
        "webhook-made",
        "invitation-link",
      ]),
    );
    expect((await browser.post("/api/auth/openings/end")).status).toBe(200);
    expect((await browser.get("/api/auth/openings")).body.openings).toEqual([]);
    expect((await signInByPasskey(new Visitor(origin()), phone, origin())).status).toBe(401);
    expect(await browser.token()).not.toBeNull();
  });

  it("is shut out with one press after a new password, which lists what still opens the account", async () => {
    const { browser, email, userId, http: own } = await server.person("changed@example.org");
    const diaryId = await createNotebook({ http: own } as never);
    const thief = await server.browser(email);
    const key = new Authenticator();
    await addPasskey(thief, key, origin());
    await makeEverything(thief, diaryId, (purpose) => proofFrom(thief, purpose));
    const change = { currentPassword: PASSWORD, newPassword: "another horse", revokeOtherSessions: true };
    expect((await browser.post("/api/auth/change-password", change)).status).toBe(200);

    const kinds = (await browser.get("/api/auth/openings")).body.openings.map(
      ({ kind }: { kind: string }) => kind,
    );
    expect(kinds.sort()).toEqual(["calendar", "invitation", "ntfy", "passkey", "program", "webhook"]);
    const stillIn = await server.browser(email);
    expect(await stillIn.token()).toBeNull();
    expect((await browser.post("/api/auth/openings/end")).status).toBe(200);
    expect((await browser.get("/api/auth/openings")).body.openings).toEqual([]);
    expect((await signInByPasskey(new Visitor(origin()), key, origin())).status).toBe(401);
    expect(await countOf("calendar_feeds", "user_id", userId)).toBe(0);
    expect((await new Visitor(origin()).get("/api/auth/openings")).status).toBe(401);
  });
});
