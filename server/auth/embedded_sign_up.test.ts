import { afterEach, describe, expect, it } from "vitest";
import { rooms } from "../../registry/rooms.ts";
import { addMember, api, careTeam, createPerson, invite, makeOpenLink } from "../../test/people.ts";
import { type Service, startService } from "../../test/service.ts";
import { SECRET, type SignInServer, startSignInServer, Visitor } from "../../test/sign-in-server.ts";
import type { SignUpConfig } from "../config/door.ts";
import { loadConfig } from "../config.ts";
import { createLog } from "../log.ts";
import { createAuthProvider } from "./provider.ts";

const servers: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function start(signUp: SignUpConfig): Promise<SignInServer> {
  const server = await startSignInServer({ config: () => ({ signUp }) });
  servers.push(server);
  return server;
}

const signUp = (server: SignInServer, email: string, callbackURL?: string) =>
  new Visitor(server.url).post("/api/auth/sign-up/email", {
    email,
    password: "correct horse",
    name: "Nora New",
    callbackURL,
  });

describe("SIGN_UP", () => {
  it("open lets everybody make an account", async () => {
    const server = await start({ mode: "open", domains: [] });
    expect((await signUp(server, "nora@example.org")).status).toBe(200);
  });

  it("open with domains lets addresses of exactly these in, and tells others which they are", async () => {
    const server = await start({ mode: "open", domains: ["clinic.example"] });
    expect((await signUp(server, "Nora@Clinic.Example")).status).toBe(200);
    for (const email of ["nora@example.org", "nora@sub.clinic.example", "nora@clinic.example.org"]) {
      const { status, body } = await signUp(server, email);
      expect([status, body.code]).toEqual([403, "SIGN_UP_REFUSED"]);
      expect(body.message).toContain("clinic.example");
    }
  });

  it("closed and invited refuse an account without a link, whatever the address, in words for people", async () => {
    const closed = await start({ mode: "closed", domains: [] });
    expect((await signUp(closed, "nora@example.org")).body.message).toBe(
      "New accounts can't be made here. Ask whoever runs this server.",
    );
    const invited = await start({ mode: "invited", domains: [] });
    for (const path of [
      undefined,
      "/care",
      "/invitations/never-made/accept",
      "/first-administrator/nothing",
    ]) {
      expect((await signUp(invited, "nora@example.org", path)).status).toBe(403);
    }
    const { rows } = await invited.database.pool.query('select from auth."user"');
    expect(rows).toEqual([]);
  });
});

describe("an invitation where accounts need one", () => {
  /** A service with notebooks, and a sign-in of the same database that lets only invited people in. */
  async function invitedOnly(mode: SignUpConfig["mode"] = "invited") {
    const service: Service = await startService();
    servers.push(service);
    const { database } = service;
    const provider = createAuthProvider({
      config: { ...loadConfig({}), signUp: { mode, domains: [] } },
      database,
      secret: SECRET,
      log: createLog("silent"),
      rooms,
      sendMail: async () => {},
    });
    const make = async (email: string, callbackURL: string) =>
      (await provider.handle!(
        new Request("http://localhost:3000/api/auth/sign-up/email", {
          method: "POST",
          headers: { "content-type": "application/json", origin: "http://localhost:3000" },
          body: JSON.stringify({ email, password: "correct horse", name: "Nora New", callbackURL }),
        }),
      ))!.status;
    return { service, make };
  }

  it("lets in who comes with its link, under both of its addresses, with the address that it was sent to", async () => {
    const { service, make } = await invitedOnly();
    const { owner, diaryId } = await careTeam(service);
    const { token } = await invite(service, owner, diaryId, "nora@example.org");
    expect(await make("other@example.org", `/invitations/${token}/accept`)).toBe(403);
    expect(await make("Nora@example.org", `/invitations/${token}/accept`)).toBe(200);
  });

  it("lets in who comes with an open link, until it is cancelled or its maker may not invite any more", async () => {
    const { service, make } = await invitedOnly();
    const { owner, diaryId } = await careTeam(service);
    const admin = await createPerson(service, "Adam Admin");
    await addMember(service, diaryId, admin, "admin");
    const ofAdmin = await makeOpenLink(admin, diaryId);
    const ofOwner = await makeOpenLink(owner, diaryId);
    expect(await make("one@example.org", `/invitation/${ofOwner.token}`)).toBe(200);
    expect(await make("two@example.org", `/invitation/${ofAdmin.token}`)).toBe(200);
    await service.database.pool.query("update members set role = 'member' where user_id = $1", [
      admin.userId,
    ]);
    expect(await make("three@example.org", `/invitation/${ofAdmin.token}`)).toBe(403);
    await owner.http.mutation(api.invitations.cancelInvitation, { invitationId: ofOwner.invitationId });
    expect(await make("four@example.org", `/invitation/${ofOwner.token}`)).toBe(403);
  });

  it("lets in no more than ten by one open link", async () => {
    const { service, make } = await invitedOnly();
    const { owner, diaryId } = await careTeam(service);
    const [link, other] = [await makeOpenLink(owner, diaryId), await makeOpenLink(owner, diaryId)];
    const came = [];
    for (let n = 0; n < 12; n++) came.push(await make(`crowd${n}@example.org`, `/invitation/${link.token}`));
    expect(came).toEqual([...Array(10).fill(200), 403, 403]);
    expect(await make("late@example.org", `/invitation/${other.token}`)).toBe(200);
  });

  it("opens nothing where accounts are closed", async () => {
    const { service, make } = await invitedOnly("closed");
    const { owner, diaryId } = await careTeam(service);
    const { token } = await makeOpenLink(owner, diaryId);
    expect(await make("one@example.org", `/invitation/${token}`)).toBe(403);
  });
});
