import { expect, it } from "vitest";
import { stamped } from "./stamped-socket.ts";

const mutation = (args: object) =>
  JSON.stringify({ type: "Mutation", requestId: 1, udfPath: "doses:giveDose", args: [args] });

it("a message says when it left, however long it has waited", () => {
  const args = { givenAt: 1000, sentAt: 1000, note: "" };
  expect(stamped(mutation(args), 9_000_000)).toBe(mutation({ ...args, sentAt: 9_000_000 }));
});

it("what somebody wrote isn't touched, even when it looks like the field", () => {
  const note = 'The log says "sentAt":1000, and {"sentAt":5}';
  const sent = JSON.parse(stamped(mutation({ note, sentAt: 1000 }), 7)).args[0];
  expect(sent).toEqual({ note, sentAt: 7 });
});

it("other messages stay as they are", () => {
  const message = JSON.stringify({ type: "Connect", sessionId: "s", sent: 1 });
  expect(stamped(message, 7)).toBe(message);
});
