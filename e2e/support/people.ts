import { type Browser, type BrowserContext, type BrowserContextOptions, expect } from "@playwright/test";
import { ConvexHttpClient } from "convex/browser";
import { insertMember } from "../../features/members/server/data.ts";
import { api } from "../../lib/api.ts";
import type { Role } from "../../server/access/permissions.ts";
import type { RunningNode } from "./running-node.ts";

export const PASSWORD = "correct horse battery";

/** Somebody with an account, signed in in a browser of their own. */
export type Person = {
  name: string;
  email: string;
  userId: string;
  context: BrowserContext;
  /** The person's calls without a browser, to set a scene. */
  http: ConvexHttpClient;
};

let count = 0;
/** An address that nobody has yet. */
export const newEmail = (name: string) =>
  `${name.toLowerCase().replace(/\W+/g, "-")}.${Date.now()}.${++count}@example.org`;

/** Makes an account as the sign-up form does and leaves its session in a new browser context. */
export async function signUpPerson(
  node: RunningNode,
  browser: Browser,
  name: string,
  options: BrowserContextOptions = {},
  email = newEmail(name),
): Promise<Person> {
  const context = await browser.newContext({ baseURL: node.url, ...options });
  const answer = await context.request.post("/api/auth/sign-up/email", {
    data: { name, email, password: PASSWORD },
    // From an address of their own: so many don't sign up from one.
    headers: { "x-forwarded-for": `10.${count >> 16}.${(count >> 8) & 255}.${count & 255}` },
  });
  if (!answer.ok()) throw new Error(`Sign-up answered ${answer.status()}: ${await answer.text()}`);
  if ((await answer.json()).token === null) await confirmAddress(node, context, email);
  const { token } = await (await context.request.get("/api/auth/token")).json();
  const http = new ConvexHttpClient(node.url, { logger: false });
  http.setAuth(token);
  const { sub } = JSON.parse(Buffer.from(token.split(".")[1], "base64url").toString());
  const userId = await http.mutation(api.users.syncUser, { clerkUserId: sub, email, name });
  return { name, email, userId, context, http };
}

/** Proves an address by the link in its mail, and signs in, as one must where mail goes out. */
async function confirmAddress(node: RunningNode, context: BrowserContext, email: string): Promise<void> {
  const link = async () =>
    (await node.letters(email)).flatMap(
      ({ text }) => /verify-email#token=([^&\s]+)/.exec(text ?? "")?.[1] ?? [],
    );
  await expect.poll(async () => (await link()).length, { timeout: 20_000 }).toBe(1);
  const [token] = await link();
  await context.request.get(`/api/auth/verify-email?token=${token}`);
  const answer = await context.request.post("/api/auth/sign-in/email", {
    data: { email, password: PASSWORD },
  });
  if (!answer.ok()) throw new Error(`Sign-in answered ${answer.status()}: ${await answer.text()}`);
}

/** A notebook about somebody, made by its owner; with the id that addresses show. */
export async function notebookOf(
  owner: Pick<Person, "http">,
  fullName = "Rosa Blum",
  timeZone = "Europe/Berlin",
): Promise<{ _id: string; shortId: string }> {
  const _id = await owner.http.mutation(api.diaries.createDiaryWithPersonInfo, {
    region: "DE",
    timeZone,
    personInfo: { fullName },
  });
  const notebook = await owner.http.query(api.diaries.getDiary, { diaryId: _id });
  return { _id, shortId: notebook!.shortId };
}

/** Puts a person into a notebook, as an accepted invitation does. */
export async function addMember(
  node: RunningNode,
  diaryId: string,
  person: Person,
  role: Exclude<Role, "owner">,
): Promise<void> {
  await insertMember(node.database().db, { diaryId, userId: person.userId, role });
}

/** A note of today, written by a person without a browser. */
export async function noteOf(
  author: Person,
  diaryId: string,
  title = "A quiet morning",
  text = "Ate half a slice of toast, drank well, walked to the window and back.",
  { isEncrypted = false } = {},
): Promise<{ _id: string; shortId: string }> {
  const today = new Date();
  today.setHours(0, 0, 0, 0);
  const _id = await author.http.mutation(api.notes.createNote, {
    diaryId,
    type: "default",
    title,
    content: text,
    noteDate: today.getTime(),
    visibility: "team",
    tags: [],
    isEncrypted,
  });
  const note = await author.http.query(api.notes.getNote, { noteId: _id });
  return { _id, shortId: note!.shortId };
}
