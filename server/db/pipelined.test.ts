import { expect, it } from "vitest";
import { pipelined } from "./pipelined.ts";

const failure = (code: string) => Object.assign(new Error(code), { code });

it("gives the results in order", async () => {
  expect(await pipelined(Promise.resolve("a"), 2)).toEqual(["a", 2]);
});

it("throws the error of the statement that failed, not of those that the failed transaction refused", async () => {
  const failed = new Promise((_, reject) => setTimeout(() => reject(failure("40001")), 5));
  await expect(pipelined(failed, Promise.reject(failure("25P02")))).rejects.toThrow("40001");
  await expect(pipelined(1, Promise.reject(failure("25P02")))).rejects.toThrow("25P02");
});

it("ends only when all statements have ended", async () => {
  let isEnded = false;
  const slow = new Promise<void>((resolve) =>
    setTimeout(() => {
      isEnded = true;
      resolve();
    }, 5),
  );
  await expect(pipelined(Promise.reject(failure("40001")), slow)).rejects.toThrow("40001");
  expect(isEnded).toBe(true);
});
