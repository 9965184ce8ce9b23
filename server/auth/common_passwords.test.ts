import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  QUICK_PASSWORDS,
  type SignInServer,
  startSignInServer,
  Visitor,
  waitingMails,
} from "../../test/sign-in-server.ts";
import { findCommonPasswordProblem } from "./common_passwords.ts";

const CONTEXT = { email: "maria.keller@example.org", name: "Maria Keller", host: "care.example.org" };

describe("a new password", () => {
  it.each([
    "12345678",
    "password",
    "Password",
    "password1!",
    "qwertyuiop",
    "sunshine12",
    "iloveyou",
    "aaaaaaaaaa",
    "abababab",
  ])("isn't one of those that are tried first: %s", async (password) => {
    expect(await findCommonPasswordProblem(password, CONTEXT)).toContain("used by very many people");
  });

  it.each([
    "maria.keller@example.org",
    "maria.keller",
    "Maria Keller",
    "kellermaria1",
    "Maria-Keller-26",
    "CareDiary",
    "care-diary!",
    "care.example.org",
    "mycarediary",
  ])("isn't made of what is known of its person or the site: %s", async (password) => {
    expect(await findCommonPasswordProblem(password, CONTEXT)).toContain("can be guessed from your name");
  });

  it.each([
    "correct horse",
    "correct horse battery",
    "a heron on the roof",
    "zW9-kv7!pQ",
    "Marias geheime Ente",
  ])("may be anything else: %s", async (password) => {
    expect(await findCommonPasswordProblem(password, CONTEXT)).toBeNull();
  });
});

describe("the built-in sign-in", () => {
  let server: SignInServer;
  beforeAll(async () => {
    server = await startSignInServer({ passwords: QUICK_PASSWORDS });
  });
  afterAll(() => server.close());

  it("refuses a common password, and one's own address, at sign-up, at a change and at a reset", async () => {
    const maria = new Visitor(server.url);
    const email = "maria.keller@example.org";
    const refused = (text: string) => ({
      status: 400,
      body: { code: "INVALID_NEW_PASSWORD", message: expect.stringContaining(text) },
    });
    expect(await maria.signUp(email, "12345678")).toMatchObject(refused("very many people"));
    expect(await maria.signUp(email, email)).toMatchObject(refused("guessed from your name"));
    expect((await maria.signUp(email)).status).toBe(200);

    const change = (newPassword: string) =>
      maria.post("/api/auth/change-password", { currentPassword: "correct horse", newPassword });
    expect(await change("password1")).toMatchObject(refused("very many people"));
    expect(await change("Maria Keller 1")).toMatchObject(refused("guessed from your name"));

    await maria.post("/api/auth/request-password-reset", { email, redirectTo: "/" });
    const letter = (await waitingMails(server.database)).findLast(({ text }) =>
      text.includes("reset-password"),
    );
    const token = /token=([^&\s]+)/.exec(letter!.text)![1]!;
    const reset = (newPassword: string) => maria.post("/api/auth/reset-password", { token, newPassword });
    expect(await reset("iloveyou")).toMatchObject(refused("very many people"));
    expect(await reset("maria.keller")).toMatchObject(refused("guessed from your name"));
    // The link still works.
    expect((await reset("a heron on the roof")).status).toBe(200);
    expect((await maria.signIn(email, "a heron on the roof")).status).toBe(200);
  });
});
