import { expect, it } from "vitest";
import { runPipelined } from "./pipelined.ts";

const failure = (code: string) => Object.assign(new Error(code), { code });

it("gives the results in order", async () => {
  expect(await runPipelined(Promise.resolve("a"), 2)).toEqual(["a", 2]);
});

it("throws the error of the statement that failed, not of those that the failed transaction refused", async () => {
  const failed = new Promise((_, reject) => setTimeout(() => reject(failure("40001")), 5));
  await expect(runPipelined(failed, Promise.reject(failure("25P02")))).rejects.toThrow("40001");
  await expect(runPipelined(1, Promise.reject(failure("25P02")))).rejects.toThrow("25P02");
});

it("ends only when all statements have ended", async () => {
  let isEnded = false;
  const slow = new Promise<void>((resolve) =>
    setTimeout(() => {
      isEnded = true;
      resolve();
    }, 5),
  );
  await expect(runPipelined(Promise.reject(failure("40001")), slow)).rejects.toThrow("40001");
  expect(isEnded).toBe(true);
});
