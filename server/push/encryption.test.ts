import { createECDH, randomBytes } from "node:crypto";
import ece from "http_ece";
import { describe, expect, it } from "vitest";
import {
  areSubscriptionKeys,
  encryptPadded,
  encryptPush,
  encryptRecords,
  MAX_PUSH_BYTES,
} from "./encryption.ts";

const bytes = (text: string) => Buffer.from(text, "base64url");
const walrus = Buffer.from("I am the walrus");

describe("the content encoding aes128gcm", () => {
  it("gives the bytes of RFC 8188, section 3.1", () => {
    const sealed = encryptRecords([{ content: walrus, padding: 0 }], {
      ikm: bytes("yqdlZ-tYemfogSmv7Ws5PQ"),
      salt: bytes("I1BsxtFttlv3u_Oo94xnmw"),
      keyId: Buffer.alloc(0),
      recordSize: 4096,
    });
    expect(sealed.toString("base64url")).toBe(
      "I1BsxtFttlv3u_Oo94xnmwAAEAAA-NAVub2qFgBEuQKRapoZu-IxkIva3MEB1PD-ly8Thjg",
    );
  });

  it("gives the bytes of RFC 8188, section 3.2, with two records and a padding", () => {
    const records = [
      { content: walrus.subarray(0, 7), padding: 1 },
      { content: walrus.subarray(7), padding: 0 },
    ];
    const sealed = encryptRecords(records, {
      ikm: bytes("BO3ZVPxUlnLORbVGMpbT1Q"),
      salt: bytes("uNCkWiNYzKTnBN9ji3-qWA"),
      keyId: Buffer.from("a1"),
      recordSize: 25,
    });
    expect(sealed.toString("base64url")).toBe(
      "uNCkWiNYzKTnBN9ji3-qWAAAABkCYTHOG8chz_gnvgOqdGYovxyjuqRyJFjEDyoF1Fvkj6hQPdPHI51OEUKEpgz3SsLWIqS_uA",
    );
  });
});

describe("the encryption of push messages", () => {
  it("gives the bytes of RFC 8291, appendix A", () => {
    const keys = {
      p256dh: bytes(
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
      ),
      auth: bytes("BTBZMqHH6r4Tts7J_aSIgg"),
    };
    const content = Buffer.from("When I grow up, I want to be a watermelon");
    const sealed = encryptPadded({ content, padding: 0 }, keys, {
      privateKey: bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"),
      salt: bytes("DGv6ra1nlYgDCS1FRnbzlw"),
    });
    expect(sealed.toString("base64url")).toBe(
      "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
    );
  });

  const browser = createECDH("prime256v1");
  browser.generateKeys();
  const auth = randomBytes(16);
  const keys = { p256dh: browser.getPublicKey(), auth };
  const read = (sealed: Buffer) =>
    ece.decrypt(sealed, {
      version: "aes128gcm",
      privateKey: browser,
      authSecret: auth.toString("base64url"),
    });

  it.each([0, 1, 511, 512, 1535, 1536, MAX_PUSH_BYTES])(
    "a message of %i bytes arrives as it was",
    (length) => {
      const message = randomBytes(length);
      expect(read(encryptPush(message, keys)).equals(message)).toBe(true);
    },
  );

  it("has one of three lengths, the longest of 4,096 bytes", () => {
    const lengths = [0, 1, 40, 511, 512, 700, 1535, 1536, 3000, MAX_PUSH_BYTES].map(
      (length) => encryptPush(randomBytes(length), keys).length,
    );
    expect([...new Set(lengths)]).toEqual([614, 1638, 4096]);
    expect(() => encryptPush(randomBytes(MAX_PUSH_BYTES + 1), keys)).toThrow(RangeError);
  });

  it("never gives the same bytes twice", () => {
    const message = Buffer.from("the same");
    expect(encryptPush(message, keys).equals(encryptPush(message, keys))).toBe(false);
  });

  it("knows a browser's keys from others", () => {
    expect(areSubscriptionKeys(keys)).toBe(true);
    const offCurve = Buffer.from(keys.p256dh);
    offCurve[64] = offCurve[64]! ^ 1;
    for (const p256dh of [offCurve, Buffer.alloc(65, 4), Buffer.alloc(0), keys.p256dh.subarray(1)]) {
      expect(areSubscriptionKeys({ p256dh, auth })).toBe(false);
    }
    expect(areSubscriptionKeys({ ...keys, auth: auth.subarray(1) })).toBe(false);
  });
});
