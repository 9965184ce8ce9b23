import { generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { getCACertificates, setDefaultCACertificates } from "node:tls";

/** A TLS certificate for `localhost` and 127.0.0.1, signed by itself, and its key; both PEM. */
export type Certificate = { cert: string; key: string };

let made: Certificate | null = null;

/** A certificate for servers of tests, which this process trusts from then on. */
export function trustedCertificate(): Certificate {
  if (!made) {
    made = selfSigned();
    setDefaultCACertificates([...getCACertificates("default"), made.cert]);
  }
  return made;
}

const length = (size: number) =>
  size < 128 ? Buffer.of(size) : size < 256 ? Buffer.of(0x81, size) : Buffer.of(0x82, size >> 8, size & 255);
const der = (tag: number, ...parts: Uint8Array[]) => {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.of(tag), length(body.length), body]);
};
const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts);
const oid = (hex: string) => der(0x06, Buffer.from(hex, "hex"));
const utcTime = (date: Date) =>
  der(0x17, Buffer.from(`${date.toISOString().replace(/\D/g, "").slice(2, 14)}Z`));
const extension = (id: string, value: Uint8Array) => sequence(oid(id), der(0x04, value));

/** An X.509 certificate (RFC 5280) with the least that Node asks for. */
function selfSigned(): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const ecdsaWithSha256 = sequence(oid("2a8648ce3d040302"));
  const commonName = sequence(der(0x31, sequence(oid("550403"), der(0x0c, Buffer.from("localhost")))));
  const day = 86_400_000;
  const alternativeNames = sequence(der(0x82, Buffer.from("localhost")), der(0x87, Buffer.of(127, 0, 0, 1)));
  const extensions = sequence(
    extension("551d13", sequence(der(0x01, Buffer.of(0xff)))),
    extension("551d11", alternativeNames),
  );
  const content = sequence(
    der(0xa0, der(0x02, Buffer.of(2))),
    der(0x02, Buffer.concat([Buffer.of(1), randomBytes(8)])),
    ecdsaWithSha256,
    commonName,
    sequence(utcTime(new Date(Date.now() - day)), utcTime(new Date(Date.now() + day))),
    commonName,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, extensions),
  );
  const signature = sign("sha256", content, privateKey);
  const bytes = sequence(content, ecdsaWithSha256, der(0x03, Buffer.of(0), signature));
  return {
    cert: pem(bytes),
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}

const pem = (bytes: Buffer) =>
  `-----BEGIN CERTIFICATE-----\n${bytes
    .toString("base64")
    .match(/.{1,64}/g)!
    .join("\n")}\n-----END CERTIFICATE-----\n`;
