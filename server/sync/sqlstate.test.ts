import { connect } from "node:net";
import { expect, it } from "vitest";
import { isDatabaseDown } from "./sqlstate.ts";

const systemError = (code: string, syscall: string) =>
  Object.assign(new Error(`${syscall} ${code}`), { code, syscall });
const postgresError = (code: string, message: string) =>
  Object.assign(new Error(message), { code, severity: "FATAL" });

it.each([
  ["a connection that broke while it was written to", systemError("EPIPE", "write")],
  ["a connection that was reset", systemError("ECONNRESET", "read")],
  ["a PostgreSQL that doesn't listen", systemError("ECONNREFUSED", "connect")],
  ["a socket that isn't there yet", systemError("ENOENT", "connect")],
  ["pg's own word for it", new Error("Connection terminated unexpectedly")],
  ["a client that broke before", new Error("Client has encountered a connection error and is not queryable")],
  [
    "a postmaster that was killed",
    postgresError("57P01", "terminating connection due to unexpected postmaster exit"),
  ],
  ["a PostgreSQL that recovers", postgresError("57P03", "the database system is starting up")],
])("recognizes an unreachable database: %s", (_, error) => {
  expect(isDatabaseDown(error)).toBe(true);
});

it.each([
  ["a file that is missing", systemError("ENOENT", "open")],
  ["a broken constraint that speaks of a connection", postgresError("23505", "duplicate key: connection")],
  ["a statement that took too long", postgresError("57014", "canceling statement due to statement timeout")],
  ["a fault of ours", new TypeError("Cannot read properties of undefined")],
  ["what isn't an error", "connection lost"],
])("recognizes a failure of the work itself: %s", (_, error) => {
  expect(isDatabaseDown(error)).toBe(false);
});

it("recognizes the system's real error for a missing socket", async () => {
  const error = await new Promise((resolve) => {
    connect({ path: "/nowhere/.s.PGSQL.5432" }).once("error", resolve);
  });
  expect(isDatabaseDown(error)).toBe(true);
});
