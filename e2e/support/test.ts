import { type Browser, test as base, expect, type Page } from "@playwright/test";
import { startMailServer } from "./mail-server.ts";
import { type Person, signUpPerson } from "./people.ts";
import { type RunningNode, startRunningNode } from "./running-node.ts";

/** Signs somebody up; their browser is closed after the test. */
type SignUp = (
  name: string,
  options?: Parameters<typeof signUpPerson>[3],
) => Promise<Person & { page: Page }>;

type Fixtures = {
  someone: SignUp;
  /** A server with a mail server beside it, where addresses are proven, and who signs up there. */
  mailed: { node: RunningNode; someone: SignUp };
};

/** Browser tests on a real server with its own PostgreSQL, one a worker. */
export const test = base.extend<Fixtures, { node: RunningNode; mailedNode: RunningNode }>({
  node: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const node = await startRunningNode();
      await use(node);
      await node.remove();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  mailedNode: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const mail = await startMailServer();
      const node = await startRunningNode({ SMTP_URL: mail.url, MAIL_FROM: "care@example.org" });
      await use({ ...node, letters: mail.letters });
      await node.remove();
      await mail.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: async ({ node }, use) => use(node.url),
  page: async ({ page }, use) => use(patient(page)),
  someone: ({ node, browser }, use) => signingUp(node, browser, use),
  mailed: ({ mailedNode: node, browser }, use) =>
    signingUp(node, browser, (someone) => use({ node, someone })),
});

async function signingUp(
  node: RunningNode,
  browser: Browser,
  use: (signUp: SignUp) => Promise<void>,
): Promise<void> {
  const people: Person[] = [];
  await use(async (name, options) => {
    const person = await signUpPerson(node, browser, name, options);
    people.push(person);
    return { ...person, page: patient(await person.context.newPage()) };
  });
  await Promise.all(people.map(({ context }) => context.close()));
}

/**
 * A page that goes to another address, or loads anew, only once what was closed has left its history: the step back that takes a closed
 * dialog's entry away would end the load of the address, which a test asks for sooner than people type one.
 */
function patient(page: Page): Page {
  const settled = () =>
    page
      .waitForFunction(() => !(history.state?.layers?.depth > 0), null, { timeout: 1000 })
      // A dialog that stays open keeps its entry; then nothing is about to move.
      .catch(() => {});
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  page.goto = async (...args) => {
    await settled();
    return goto(...args);
  };
  page.reload = async (...args) => {
    await settled();
    return reload(...args);
  };
  return page;
}

export { expect };
