import { generateKeyPairSync, type KeyObject, randomBytes, randomUUID, sign } from "node:crypto";
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

const commonName = (name: string) =>
  sequence(der(0x31, sequence(oid("550403"), der(0x0c, Buffer.from(name)))));
const IS_AUTHORITY = extension("551d13", sequence(der(0x01, Buffer.of(0xff))));
const alternativeNames = (host: string) =>
  extension("551d11", sequence(der(0x82, Buffer.from(host)), der(0x87, Buffer.of(127, 0, 0, 1))));

type Signer = { name: string; key: KeyObject };

/** An X.509 certificate (RFC 5280) with the least that Node asks for. */
function signed(
  name: string,
  publicKey: KeyObject,
  signer: Signer,
  { extensions, until = Date.UTC(2049, 0) }: { extensions: Buffer[]; until?: number },
): string {
  const ecdsaWithSha256 = sequence(oid("2a8648ce3d040302"));
  const content = sequence(
    der(0xa0, der(0x02, Buffer.of(2))),
    der(0x02, Buffer.concat([Buffer.of(1), randomBytes(8)])),
    ecdsaWithSha256,
    commonName(signer.name),
    sequence(utcTime(new Date(Date.UTC(2020, 0))), utcTime(new Date(until))),
    commonName(name),
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(...extensions)),
  );
  const signature = sign("sha256", content, signer.key);
  return pem(sequence(content, ecdsaWithSha256, der(0x03, Buffer.of(0), signature)));
}

const newKeys = () => generateKeyPairSync("ec", { namedCurve: "prime256v1" });
const keyText = (key: KeyObject) => key.export({ type: "pkcs8", format: "pem" }).toString();

function selfSigned(): Certificate {
  const { publicKey, privateKey } = newKeys();
  const signer = { name: "localhost", key: privateKey };
  const extensions = [IS_AUTHORITY, alternativeNames("localhost")];
  return { cert: signed("localhost", publicKey, signer, { extensions }), key: keyText(privateKey) };
}

/** A certificate authority that nobody knows yet: its own certificate in PEM, and those that it signs. */
export function newAuthority() {
  const { publicKey, privateKey } = newKeys();
  const signer = { name: `An authority of tests ${randomUUID()}`, key: privateKey };
  return {
    cert: signed(signer.name, publicKey, signer, { extensions: [IS_AUTHORITY] }),
    /** @param options.until when it runs out, epoch ms */
    issue(host: string, options: { until?: number } = {}): Certificate {
      const own = newKeys();
      const extensions = [alternativeNames(host)];
      return {
        cert: signed(host, own.publicKey, signer, { extensions, ...options }),
        key: keyText(own.privateKey),
      };
    },
  };
}

const pem = (bytes: Buffer) =>
  `-----BEGIN CERTIFICATE-----\n${bytes
    .toString("base64")
    .match(/.{1,64}/g)!
    .join("\n")}\n-----END CERTIFICATE-----\n`;
