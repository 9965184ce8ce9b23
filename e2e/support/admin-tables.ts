import type { Browser, Locator, Page } from "@playwright/test";
import { addUser, callsOf, promote, type SentCall, seedTables } from "./admin.ts";
import { type Person, signUpPerson } from "./people.ts";
import type { RunningNode } from "./running-node.ts";

export type SeededTables = {
  /** A super administrator, an administrator, and the two members of the notebook. */
  people: readonly [Person, Person, Person, Person];
  /** The super administrator's page, in the back-office. */
  page: Page;
  /** What the page has sent. */
  calls: SentCall[];
  noteId: string;
  close(): Promise<void>;
};

/** Fills every table of the back-office, and opens it as its super administrator. */
export async function openSeededTables(node: RunningNode, browser: Browser): Promise<SeededTables> {
  const signUp = (name: string) =>
    signUpPerson(node, browser, name, { permissions: ["clipboard-read", "clipboard-write"] });
  const people = await Promise.all([
    signUp("Susi Super"),
    signUp("Petra Platform"),
    signUp("Alma Seiler"),
    signUp("Bruno Seiler"),
  ]);
  const [susi, petra, alma, bruno] = people;
  const { noteId } = await seedTables(node, alma, bruno);
  await addUser(node, "");
  await promote(node, petra);
  await promote(node, susi, true);
  const page = await susi.context.newPage();
  const calls = callsOf(page);
  await page.goto("/admin");
  const close = async () => {
    await Promise.all(people.map(({ context }) => context.close()));
  };
  return { people, page, calls, noteId, close };
}

/** The first row of a table that contains all these words. */
export const tableRow = (page: Page, ...words: string[]): Locator =>
  words.reduce((row, hasText) => row.filter({ hasText }), page.locator("tbody tr")).first();
