import { describe, expect, it } from "vitest";
import {
  getHolder,
  type HeldBy,
  isOurFault,
  type MailError,
  retryInSeconds,
  TRIED_FOR_SECONDS,
} from "./retry.ts";

it.each<[number, number, HeldBy, number | null]>([
  [1, 0, null, 30],
  [2, 30, null, 60],
  [5, 450, null, 480],
  [12, 40_000, null, 6 * 3600],
  [12, 40_000, "letter", 6 * 3600],
  [12, 40_000, "server", 30 * 60],
  [500, TRIED_FOR_SECONDS - 1, "server", 30 * 60],
  [20, TRIED_FOR_SECONDS, "server", null],
  [20, TRIED_FOR_SECONDS, null, null],
])(
  "after %i attempts in %i seconds, held by %s, waits %s seconds",
  (attempts, triedForSeconds, held, seconds) => {
    expect(retryInSeconds({ attempts, triedForSeconds, held })).toBe(seconds);
  },
);

describe("who holds a mail", () => {
  it.each<[string, MailError, HeldBy, boolean]>([
    ["a greeting of 554", { command: "CONN", code: "EPROTOCOL", responseCode: 554 }, "server", true],
    ["a busy greeting", { command: "CONN", code: "EPROTOCOL", responseCode: 421 }, null, false],
    ["a server that can't be reached", { command: "CONN", code: "ESOCKET" }, "server", false],
    ["EHLO", { command: "EHLO", code: "ECONNECTION", responseCode: 550 }, "server", true],
    ["STARTTLS", { command: "STARTTLS", code: "ETLS", responseCode: 502 }, "server", true],
    ["a certificate", { command: "CONN", code: "ETLS" }, "server", true],
    ["a login", { command: "AUTH PLAIN", code: "EAUTH", responseCode: 535 }, "server", true],
    ["a missing login", { command: "API", code: "EAUTH" }, "server", true],
    ["MAIL FROM", { command: "MAIL FROM", code: "EENVELOPE", responseCode: 550 }, "server", true],
    ["MAIL FROM for now", { command: "MAIL FROM", code: "EENVELOPE", responseCode: 451 }, null, false],
    ["a size in MAIL FROM", { command: "MAIL FROM", code: "EENVELOPE", responseCode: 552 }, "letter", false],
    ["RCPT TO", { command: "RCPT TO", code: "EENVELOPE", responseCode: 550 }, "letter", false],
    ["RCPT TO for now", { command: "RCPT TO", code: "EENVELOPE", responseCode: 450 }, null, false],
    ["a text", { command: "DATA", code: "EMESSAGE", responseCode: 554 }, "letter", false],
    ["a text for now", { command: "DATA", code: "EMESSAGE", responseCode: 451 }, null, false],
    ["an address that can't be one", { command: "API", code: "EENVELOPE" }, "letter", false],
    ["anything else", {}, null, false],
  ])("after %s", (_, error, held, ours) => {
    expect([getHolder(error), isOurFault(error)]).toEqual([held, ours]);
  });
});
