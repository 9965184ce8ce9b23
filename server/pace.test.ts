import { expect, it } from "vitest";
import { createFakeClock } from "../test/fake_clock.ts";
import { Pace, type Urgency } from "./pace.ts";
import { NO_OBSERVER } from "./sync/observer.ts";

function start() {
  const clock = createFakeClock();
  const pace = new Pace(clock);
  const people = pace.watching(NO_OBSERVER);
  const write = (ms: number) =>
    people.onCall({ kind: "mutation", name: "notes.createNote", outcome: "ok", seconds: ms / 1000 });
  const done: string[] = [];
  let isMuch = true;
  const step = (name: string, urgency: Urgency = "later", ms = 10) =>
    pace.run(urgency, async () => {
      await clock.sleep(ms);
      done.push(name);
      if (isMuch) pace.noteMore();
    });
  /** Many steps, one after the other; returns how many there were in so many ms. */
  async function stepsIn(ms: number, meanwhile: () => void = () => {}, stepMs = 10) {
    const before = done.length;
    let isOver = false;
    void (async () => {
      while (!isOver) await step("bulk", "later", stepMs);
    })();
    for (let passed = 0; passed < ms; passed += 100) {
      meanwhile();
      await clock.advance(100);
    }
    isOver = true;
    return done.length - before;
  }
  const few = () => {
    isMuch = false;
  };
  return { few, clock, pace, people, write, step, stepsIn, done };
}

it("goes at full speed while nobody is about, at half while somebody is, and again once they have gone", async () => {
  const { stepsIn, people, clock } = start();
  expect(await stepsIn(1000)).toBeGreaterThanOrEqual(98);
  await clock.advance(100);
  people.onWriteElsewhere();
  const half = await stepsIn(1000);
  expect(half).toBeGreaterThan(45);
  expect(half).toBeLessThan(55);
  await clock.advance(3000);
  expect(await stepsIn(1000)).toBeGreaterThanOrEqual(98);
});

it("takes less while calls take longer than they usually do, and more when they don't", async () => {
  const { stepsIn, write, clock, pace } = start();
  for (let n = 0; n < 50; n++) {
    await clock.advance(1000);
    write(20);
  }
  const unhurried = await stepsIn(2000, () => write(22));
  const sparing = await stepsIn(2000, () => write(200));
  expect(sparing).toBeLessThan(unhurried / 1.8);
  expect(pace.share).toBeCloseTo(0.2);
  await stepsIn(5000, () => write(22));
  expect(pace.share).toBeGreaterThan(0.5);
  expect(pace.share).toBeLessThan(1);
});

it("pauses after very short steps as well, for several of them together", async () => {
  const { stepsIn, people } = start();
  await stepsIn(100);
  const half = await stepsIn(1000, () => people.onWriteElsewhere(), 0.4);
  expect(half).toBeGreaterThan(1200);
  expect(half).toBeLessThan(1300);
});

it("doesn't take long calls of one kind for waiting", async () => {
  const { stepsIn, people, clock, pace } = start();
  const activate = () =>
    people.onCall({ kind: "mutation", name: "diaryPrograms.activate", outcome: "ok", seconds: 2 });
  for (let n = 0; n < 20; n++) {
    await clock.advance(5000);
    activate();
  }
  await stepsIn(1000, activate);
  expect(pace.share).toBeGreaterThan(0.5);
});

it("lets what is urgent go before all that waits, and not wait for the pause of what isn't", async () => {
  const { step, done, people, clock } = start();
  people.onWriteElsewhere();
  for (const name of ["first", "second", "third"]) void step(name, "later", 100);
  await clock.advance(50);
  void step("dose", "urgent");
  await clock.advance(20);
  expect(done).toEqual(["dose"]);
  await clock.advance(60);
  expect(done).toEqual(["dose", "first"]);
  void step("escalation", "urgent");
  await clock.advance(15);
  expect(done).toEqual(["dose", "first", "escalation"]);
  await clock.advance(1000);
  expect(done.slice(3)).toEqual(["second", "third"]);
});

it("lets what is next go before all that came for later, with the pauses of both", async () => {
  const { step, done, people, clock } = start();
  people.onWriteElsewhere();
  for (const name of ["first", "second"]) void step(name, "later", 100);
  await clock.advance(50);
  void step("plan", "next", 100);
  await clock.advance(60);
  expect(done).toEqual(["first"]);
  // The pause of the first step is as long as the step.
  await clock.advance(80);
  expect(done).toEqual(["first"]);
  await clock.advance(120);
  expect(done).toEqual(["first", "plan"]);
  await clock.advance(1000);
  expect(done).toEqual(["first", "plan", "second"]);
});

it("delays nothing while there is only a little to do, whoever is about", async () => {
  const { step, people, clock, done, few } = start();
  few();
  people.onWriteElsewhere();
  for (const name of ["one", "two", "three"]) void step(name);
  await clock.advance(30);
  expect(done).toEqual(["one", "two", "three"]);
});

it("goes on after a step that fails", async () => {
  const { pace, step, clock, done } = start();
  await expect(pace.run("later", () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  void step("next");
  await clock.advance(50);
  expect(done).toEqual(["next"]);
});
