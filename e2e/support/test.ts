import { test as base, expect, type Page } from "@playwright/test";
import { type Person, signUpPerson } from "./people.ts";
import { type RunningNode, startRunningNode } from "./running-node.ts";

type Fixtures = {
  /** Signs somebody up; their browser is closed after the test. */
  someone: (name: string, options?: Parameters<typeof signUpPerson>[3]) => Promise<Person & { page: Page }>;
};

/** Browser tests on a real server with its own PostgreSQL, one a worker. */
export const test = base.extend<Fixtures, { node: RunningNode }>({
  node: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const node = await startRunningNode();
      await use(node);
      await node.remove();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: async ({ node }, use) => use(node.url),
  someone: async ({ node, browser }, use) => {
    const people: Person[] = [];
    await use(async (name, options) => {
      const person = await signUpPerson(node, browser, name, options);
      people.push(person);
      return { ...person, page: await person.context.newPage() };
    });
    await Promise.all(people.map(({ context }) => context.close()));
  },
});

export { expect };
