import { connect } from "node:net";
import { expect, it } from "vitest";
import { isDatabaseDown } from "./sqlstate.ts";

const system = (code: string, syscall: string) =>
  Object.assign(new Error(`${syscall} ${code}`), { code, syscall });
const postgres = (code: string, message: string) =>
  Object.assign(new Error(message), { code, severity: "FATAL" });

it.each([
  ["a connection that broke while it was written to", system("EPIPE", "write")],
  ["a connection that was reset", system("ECONNRESET", "read")],
  ["a PostgreSQL that doesn't listen", system("ECONNREFUSED", "connect")],
  ["a socket that isn't there yet", system("ENOENT", "connect")],
  ["pg's own word for it", new Error("Connection terminated unexpectedly")],
  ["a client that broke before", new Error("Client has encountered a connection error and is not queryable")],
  [
    "a postmaster that was killed",
    postgres("57P01", "terminating connection due to unexpected postmaster exit"),
  ],
  ["a PostgreSQL that recovers", postgres("57P03", "the database system is starting up")],
])("takes for a missing database: %s", (_, error) => {
  expect(isDatabaseDown(error)).toBe(true);
});

it.each([
  ["a file that is missing", system("ENOENT", "open")],
  ["a broken constraint that speaks of a connection", postgres("23505", "duplicate key: connection")],
  ["a statement that took too long", postgres("57014", "canceling statement due to statement timeout")],
  ["a fault of ours", new TypeError("Cannot read properties of undefined")],
  ["what isn't an error", "connection lost"],
])("takes for the work's own failure: %s", (_, error) => {
  expect(isDatabaseDown(error)).toBe(false);
});

it("knows what the system really says of a socket that isn't there", async () => {
  const error = await new Promise((resolve) => {
    connect({ path: "/nowhere/.s.PGSQL.5432" }).once("error", resolve);
  });
  expect(isDatabaseDown(error)).toBe(true);
});
