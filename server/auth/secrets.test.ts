import { expect, it } from "vitest";
import { doPasskeysWork, getOwnOrigins } from "./origins.ts";
import { deriveKey, seal, unseal } from "./secrets.ts";

it("derives one key per purpose and secret, always the same", () => {
  const bytes = (secret: string, purpose: string) => deriveKey(secret, purpose).export().toString("hex");
  const key = bytes("secret", "one");
  expect(key).toMatch(/^[0-9a-f]{64}$/);
  expect(bytes("secret", "one")).toBe(key);
  expect(bytes("secret", "two")).not.toBe(key);
  expect(bytes("another", "one")).not.toBe(key);
});

it("decrypts its own text, and returns null for text that was changed or encrypted with another key", () => {
  const key = deriveKey("secret", "one");
  const sealed = seal(key, { name: "Maria ✓" });
  expect(unseal(key, sealed)).toEqual({ name: "Maria ✓" });
  expect(sealed).not.toBe(seal(key, { name: "Maria ✓" }));
  expect(unseal(deriveKey("secret", "two"), sealed)).toBeNull();
  const bytes = Buffer.from(sealed, "base64url");
  for (const position of [0, 12, 20, bytes.length - 1]) {
    const changed = Buffer.from(bytes);
    changed[position]! ^= 1;
    expect(unseal(key, changed.toString("base64url"))).toBeNull();
  }
  for (const junk of ["", "x", "%%%", "A".repeat(37)]) expect(unseal(key, junk)).toBeNull();
});

it.each([
  ["http://localhost:3000", "127.0.0.1", ["http://localhost:3000", "http://127.0.0.1:3000"]],
  ["http://127.0.0.1:3000", "localhost", ["http://127.0.0.1:3000", "http://localhost:3000"]],
  ["https://care.example.org", "127.0.0.1", ["https://care.example.org"]],
  ["http://localhost:3000", "0.0.0.0", ["http://localhost:3000"]],
])("trusts pages of %s on a server that listens on %s: %j", (baseUrl, host, origins) => {
  expect(getOwnOrigins({ baseUrl, host })).toEqual(origins);
});

it.each([
  ["http://localhost:3000", true],
  ["https://care.example.org", true],
  ["http://care.example.org", false],
  ["http://127.0.0.1:3000", false],
  ["https://192.0.2.1", false],
  ["https://[::1]:3000", false],
])("tells whether browsers support passkeys at %s: %s", (baseUrl, works) => {
  expect(doPasskeysWork(baseUrl)).toBe(works);
});
