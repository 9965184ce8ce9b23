import { createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CannotOpen, getKeyNumber, openWith, SEAL_OVERHEAD, sealWith } from "./cipher.ts";
import { createMasterKey, MasterKey, readMasterKey } from "./master_keys.ts";

const key = { number: 3, bytes: Buffer.alloc(32, "k") };
const place = { diaryId: "0197a3c0-0000-7000-8000-000000000001", binding: "note/n1/1/head" };
const text = "Twelve metres, two rests. Ä 👩‍👩‍👧";

const reasonOf = (open: () => unknown) => {
  try {
    open();
    return "opened";
  } catch (error) {
    return error instanceof CannotOpen ? error.reason : error;
  }
};

/** HKDF-SHA256 written out as RFC 5869 has it, for an output of at most 64 bytes. */
function hkdf(secret: Uint8Array, salt: Uint8Array, info: string, length: number): Buffer {
  const hmac = (hmacKey: Uint8Array, ...parts: (Uint8Array | string)[]) =>
    parts
      .reduce<ReturnType<typeof createHmac>>((hash, part) => hash.update(part), createHmac("sha256", hmacKey))
      .digest();
  const prk = hmac(salt, secret);
  const first = hmac(prk, info, Buffer.of(1));
  return Buffer.concat([first, hmac(prk, first, info, Buffer.of(2))]).subarray(0, length);
}

/** Opens a message by another implementation (Web Crypto) and the format's description alone. */
async function openByHand(sealed: Buffer): Promise<string> {
  const header = sealed.subarray(0, 29);
  const made = hkdf(key.bytes, sealed.subarray(5, 29), "carediary message key 1", 44);
  const imported = await crypto.subtle.importKey(
    "raw",
    new Uint8Array(made.subarray(0, 32)),
    "AES-GCM",
    false,
    ["decrypt"],
  );
  const plain = await crypto.subtle.decrypt(
    {
      name: "AES-GCM",
      iv: new Uint8Array(made.subarray(32)),
      tagLength: 128,
      additionalData: new Uint8Array([...Buffer.from(`${place.diaryId}\0${place.binding}\0`), ...header]),
    },
    imported,
    new Uint8Array(sealed.subarray(29)),
  );
  return Buffer.from(plain).toString();
}

describe("an encrypted message", () => {
  it("has the documented format: another implementation decrypts it", async () => {
    const sealed = sealWith(key, place, Buffer.from(text));
    expect(sealed.subarray(0, 5)).toEqual(Buffer.of(1, 0, 0, 0, 3));
    expect(sealed).toHaveLength(Buffer.byteLength(text) + SEAL_OVERHEAD);
    expect(await openByHand(sealed)).toBe(text);
  });

  it("from an earlier version still decrypts, so the format can't change by accident", async () => {
    const sealed = Buffer.from(KNOWN, "hex");
    expect(openWith(key, place, sealed).toString()).toBe("Ramipril 5 mg");
    expect(await openByHand(sealed)).toBe("Ramipril 5 mg");
  });

  it("can have any content, also none", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 500 }), fc.string(), (bytes, binding) => {
        const there = { ...place, binding };
        const opened = openWith(key, there, sealWith(key, there, bytes));
        expect(Buffer.compare(opened, bytes)).toBe(0);
      }),
    );
  });

  it("differs at each encryption, and reveals nothing of its content", () => {
    const seals = Array.from({ length: 200 }, () => sealWith(key, place, Buffer.from(text)));
    const salts = new Set(seals.map((sealed) => sealed.subarray(5, 29).toString("hex")));
    const bodies = new Set(seals.map((sealed) => sealed.subarray(29).toString("hex")));
    expect([salts.size, bodies.size]).toEqual([200, 200]);
    for (const sealed of seals) expect(sealed.includes("metres")).toBe(false);
  });

  it("doesn't decrypt when one bit of any byte is changed", () => {
    const sealed = sealWith(key, place, Buffer.from(text));
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed);
      changed[at]! ^= 1 << (at % 8);
      expect([at, reasonOf(() => openWith(key, place, changed))]).toEqual([at, "damaged"]);
    }
  });

  it("doesn't decrypt when it is cut short or has more at its end", () => {
    const sealed = sealWith(key, place, Buffer.from(text));
    for (let length = 0; length < sealed.length; length++) {
      expect(reasonOf(() => openWith(key, place, sealed.subarray(0, length)))).toBe("damaged");
    }
    expect(reasonOf(() => openWith(key, place, Buffer.concat([sealed, Buffer.of(0)])))).toBe("damaged");
  });

  it.each([
    ["another notebook", { ...place, diaryId: "0197a3c0-0000-7000-8000-000000000002" }],
    ["another note", { ...place, binding: "note/n2/1/head" }],
    ["another version", { ...place, binding: "note/n1/2/head" }],
    ["another part", { ...place, binding: "note/n1/1/content" }],
  ])("doesn't decrypt in %s", (_, elsewhere) => {
    const sealed = sealWith(key, place, Buffer.from(text));
    expect(reasonOf(() => openWith(key, elsewhere, sealed))).toBe("damaged");
  });

  it("doesn't decrypt with another key, of the same number or another", () => {
    const sealed = sealWith(key, place, Buffer.from(text));
    expect(getKeyNumber(sealed)).toBe(3);
    const otherBytes = { number: 3, bytes: Buffer.alloc(32, "x") };
    expect(reasonOf(() => openWith(otherBytes, place, sealed))).toBe("damaged");
    expect(reasonOf(() => openWith({ ...key, number: 4 }, place, sealed))).toBe("damaged");
  });
});

/** "Ramipril 5 mg", sealed on the day that the format was made. */
const KNOWN =
  "01000000036bec301bbad57c5c4158ccba6e5cc19531f82188e438bb99e76d95d430c5a0a28c2c23d4b1f778b9cee677e226762c7987684b7209";

describe("a master key", () => {
  const master = new MasterKey(Buffer.alloc(32, "m"));
  const diaryId = place.diaryId;

  it("wraps a data key in the documented format: another implementation unwraps it", async () => {
    const wrapped = master.wrap(diaryId, key);
    expect(wrapped).toHaveLength(60);
    const imported = await crypto.subtle.importKey("raw", Buffer.alloc(32, "m"), "AES-GCM", false, [
      "decrypt",
    ]);
    const additionalData = Buffer.from(`carediary data key 1\0${master.id}\0${diaryId}\0${key.number}`);
    const bytes = await crypto.subtle.decrypt(
      { name: "AES-GCM", iv: new Uint8Array(wrapped.subarray(0, 12)), tagLength: 128, additionalData },
      imported,
      new Uint8Array(wrapped.subarray(12)),
    );
    expect(Buffer.from(bytes)).toEqual(key.bytes);
    expect(master.unwrap(diaryId, key.number, wrapped)).toEqual(key);
  });

  it("refuses a wrapped key that was changed or cut, or that is of another notebook, number or master key", () => {
    const wrapped = master.wrap(diaryId, key);
    for (let at = 0; at < wrapped.length; at++) {
      const changed = Buffer.from(wrapped);
      changed[at]! ^= 0x80;
      expect(reasonOf(() => master.unwrap(diaryId, 3, changed))).toBe("damaged");
      expect(reasonOf(() => master.unwrap(diaryId, 3, wrapped.subarray(0, at)))).toBe("damaged");
    }
    expect(reasonOf(() => master.unwrap("another", 3, wrapped))).toBe("damaged");
    expect(reasonOf(() => master.unwrap(diaryId, 4, wrapped))).toBe("damaged");
    expect(reasonOf(() => createMasterKey().unwrap(diaryId, 3, wrapped))).toBe("damaged");
    expect(reasonOf(() => master.unwrap(diaryId, 3, wrapped))).toBe("opened");
  });

  it("has an id that reveals nothing of it, and shows no byte when it is printed", () => {
    expect(master.id).toMatch(/^[0-9a-f]{16}$/);
    expect(master.id).toBe(new MasterKey(Buffer.alloc(32, "m")).id);
    expect(createMasterKey().id).not.toBe(master.id);
    expect(`${JSON.stringify({ master })} ${String(master)}`).not.toContain(master.reveal());
  });

  it.each([
    ["base64", Buffer.alloc(32, 0xfb).toString("base64"), true],
    ["base64url", Buffer.alloc(32, 0xfb).toString("base64url"), true],
    ["31 bytes", Buffer.alloc(31).toString("base64"), false],
    ["33 bytes", Buffer.alloc(33).toString("base64"), false],
    ["a pass phrase of the same length", "correct horse battery staple correct horse!", false],
    ["hexadecimal", "ab".repeat(32), false],
    ["nothing", "", false],
  ])("is or isn't read from %s", (_, given, isKey) => {
    expect(readMasterKey(given) !== null).toBe(isKey);
  });

  it("is read back as it was written", () => {
    const made = createMasterKey();
    expect(readMasterKey(made.reveal())!.id).toBe(made.id);
  });
});
