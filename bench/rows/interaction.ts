import { chromium, type Locator, type Page } from "@playwright/test";
import { CHROMIUM_FLAGS, findChromium } from "../../e2e/support/chromium.ts";
import { notebookOf, noteOf, signUpPerson } from "../../e2e/support/people.ts";
import { type RunningNode, startRunningNode } from "../../e2e/support/running-node.ts";
import { sectionOf } from "../../e2e/support/tasks.ts";
import { CLIENT, ensureBuilt } from "../../server/build/build.ts";
import { percentile, type Row, round } from "../statistics.ts";

const TASKS = 500;
const CPU_SLOWDOWN = 4;
const ROUNDS = 7;
const GOAL_MS = 100;
const PHONE = { width: 390, height: 844 };

/** Something that a person does and what they then see; `back` brings the screen to where it was. */
type Interaction = {
  name: string;
  act: () => Locator;
  shown: () => Locator;
  back: () => Promise<unknown>;
};

/**
 * From the touch to the next paint (Event Timing, in steps of 8 ms), on a phone's screen with a processor slowed to a
 * quarter, 500 tasks in the notebook: whether the page answers at once, not when the last of it has come. The median of
 * seven; the first of each kind, which also loads its code, isn't counted.
 */
export async function measureInteraction(): Promise<Row[]> {
  await ensureBuilt(CLIENT);
  const node = await startRunningNode();
  const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_FLAGS });
  try {
    const person = await signUpPerson(node, browser, "Anna Keller", { viewport: PHONE });
    const notebook = await notebookOf(person);
    await noteOf(person, notebook._id);
    await addTasks(node, notebook._id, person.userId);
    const page = await person.context.newPage();
    await page.addInitScript(recordPaints);
    const session = await page.context().newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
    const rows: Row[] = [];
    for (const [path, interactions] of Object.entries(screens(page, notebook.shortId))) {
      // A dialog that was just closed takes its entry of the history back first.
      await page.waitForTimeout(500);
      await page.goto(path);
      for (const interaction of interactions) rows.push(await measure(page, interaction));
    }
    return rows;
  } finally {
    await browser.close();
    await node.remove();
  }
}

function screens(page: Page, shortId: string): Record<string, Interaction[]> {
  const tab = (name: string) => page.getByRole("tab", { name });
  const today = () => sectionOf(page, "Today");
  const row = () => today().getByRole("listitem").first();
  const menu = () => page.getByRole("menu");
  const dialog = () => page.getByRole("dialog");
  const closeDialog = async () => {
    await page.keyboard.press("Escape");
    await dialog().waitFor({ state: "detached" });
  };
  const mode = (name: string) => page.getByRole("radio", { name, exact: true }).locator("xpath=../label");
  const month = () => page.getByRole("button", { name: /, \d+ tasks$/ }).first();
  const nextMonth = monthAfter(new Date());
  return {
    "/tasks?tab=all": [
      {
        name: "another tab of the tasks page",
        act: () => tab("Unassigned Tasks"),
        shown: row,
        back: async () => {
          await tab("All Tasks").click();
          await row().waitFor();
        },
      },
      {
        name: "a section of the tasks page opens",
        act: () => sectionOf(page, "Completed").getByRole("button", { name: /^Completed/ }),
        shown: () => sectionOf(page, "Completed").getByRole("listitem").first(),
        back: () =>
          sectionOf(page, "Completed")
            .getByRole("button", { name: /^Completed/ })
            .click(),
      },
      {
        name: "the menu of a task",
        act: () => row().getByRole("button", { name: /^More for/ }),
        shown: menu,
        back: () => page.keyboard.press("Escape"),
      },
      {
        name: "the dialog of a new task",
        act: () => page.getByRole("button", { name: "New task" }).first(),
        shown: dialog,
        back: closeDialog,
      },
    ],
    "/calendar?mode=month": [
      {
        name: "the calendar goes from month to week",
        act: () => mode("Week"),
        shown: () => page.locator("[data-chip]").nth(15),
        back: async () => {
          await mode("Month").click();
          await month().waitFor();
        },
      },
      { name: "a day of the calendar opens", act: month, shown: dialog, back: closeDialog },
      {
        name: "the calendar's next month",
        act: () => page.getByRole("button", { name: /^Next/ }),
        shown: () => page.locator(`[data-date="${nextMonth}-01"]:not([data-outside])`),
        back: () => page.getByRole("button", { name: /^Previous/ }).click(),
      },
    ],
    [`/care/${shortId}`]: [
      {
        name: "a note opens",
        act: () => page.getByRole("link", { name: /A quiet morning/ }),
        shown: () => page.getByRole("heading", { name: "A quiet morning" }),
        back: () => page.goBack(),
      },
    ],
  };
}

/** `YYYY-MM` of the next month. */
const monthAfter = (date: Date): string =>
  new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)).toISOString().slice(0, 7);

async function measure(page: Page, { name, act, shown, back }: Interaction): Promise<Row> {
  const times: number[] = [];
  for (let i = 0; i <= ROUNDS; i++) {
    await act().waitFor();
    await page.evaluate(() => (globalThis as never as Painted).paints.splice(0));
    await act().click();
    await shown().waitFor();
    const paints = await page.evaluate(async () => {
      await new Promise((resolve) => setTimeout(resolve, 100));
      return (globalThis as never as Painted).paints;
    });
    if (i > 0) times.push(Math.max(0, ...paints));
    await back();
  }
  const ms = percentile(times, 0.5);
  return {
    what: `${name}: touch to next paint, processor ÷ ${CPU_SLOWDOWN}, ${TASKS} tasks, p50`,
    ours: `${round(ms, 0)} ms`,
    floor: "–",
    ratio: null,
    goal: `< ${GOAL_MS} ms`,
    met: ms < GOAL_MS,
  };
}

type Painted = { paints: number[] };

/** Runs in the page: keeps how long each touch took to the paint after it, ms. */
function recordPaints(): void {
  const paints: number[] = [];
  Object.assign(globalThis, { paints });
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries())
      if (/^(click|pointerdown|pointerup|mousedown|mouseup)$/.test(name)) paints.push(duration);
  }).observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
}

/** As many of them open as done, over eight weeks around today. */
async function addTasks(node: RunningNode, diaryId: string, userId: string): Promise<void> {
  await node.database().pool.query(
    `insert into tasks (id, diary_id, title, status, completed_at, scheduled_date, created_by)
     select gen_random_uuid(), $1, 'Task ' || i, case when i % 5 = 0 then 'completed' else 'pending' end,
            case when i % 5 = 0 then now() end, date_trunc('day', now()) + make_interval(days => i % 56 - 28, hours => 15), $2
       from generate_series(1, ${TASKS}) i`,
    [diaryId, userId],
  );
}
