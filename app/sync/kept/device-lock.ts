import { type DeviceLock, getStoredPerson, storePerson } from "../../../lib/browser-store.ts";
import { PRODUCT_NAME } from "../../../lib/product.ts";
import { t } from "../../../lib/words/t.ts";
import { forgetResults } from "./kept-results.ts";
import { setReadingKey } from "./reading-key.ts";
import { fromBase64, toBase64 } from "./seal.ts";

/** After so many wrong PINs the kept results are removed. */
const TRIES = 5;
/** Rounds of PBKDF2, as OWASP asks for with SHA-256: about half a second on a slow phone. */
const ROUNDS = 600_000;
const AES = { name: "AES-GCM", length: 256 };

type Bytes = Uint8Array<ArrayBuffer>;

const makeRandom = (length: number): Bytes => crypto.getRandomValues(new Uint8Array(length));

async function deriveFromPin(pin: string, salt: Bytes): Promise<CryptoKey> {
  const typed = new TextEncoder().encode(pin.normalize("NFKC"));
  const material = await crypto.subtle.importKey("raw", typed, "PBKDF2", false, ["deriveKey"]);
  const how = { name: "PBKDF2", hash: "SHA-256", salt, iterations: ROUNDS };
  return crypto.subtle.deriveKey(how, material, AES, false, ["wrapKey", "unwrapKey"]);
}

async function deriveFromSecret(secret: BufferSource, salt: Bytes): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey("raw", secret, "HKDF", false, ["deriveKey"]);
  const how = { name: "HKDF", hash: "SHA-256", salt, info: new Uint8Array() };
  return crypto.subtle.deriveKey(how, material, AES, false, ["wrapKey", "unwrapKey"]);
}

/** The key that a lock protects; null when it is opened with the wrong one. It can't leave the browser. */
async function unwrap({ iv, wrapped }: DeviceLock, wrapping: CryptoKey): Promise<CryptoKey | null> {
  const how = { name: "AES-GCM", iv: fromBase64(iv) };
  return crypto.subtle
    .unwrapKey("raw", fromBase64(wrapped), wrapping, how, AES, false, ["encrypt", "decrypt"])
    .catch(() => null);
}

/** Makes a new key for the kept results. Earlier ones have another key, and are removed. */
async function setLock(
  personId: string,
  wrapping: CryptoKey,
  opened: Pick<DeviceLock, "kind" | "salt" | "credential">,
): Promise<void> {
  const iv = makeRandom(12);
  const made = await crypto.subtle.generateKey(AES, true, ["encrypt", "decrypt"]);
  const wrapped = toBase64(await crypto.subtle.wrapKey("raw", made, wrapping, { name: "AES-GCM", iv }));
  const lock = { ...opened, iv: toBase64(iv.buffer), wrapped, wrong: 0 };
  const key = await unwrap(lock, wrapping);
  // Where the browser stores nothing, a lock would lock out for good.
  storePerson(personId, { lock, fetchedAt: 0 });
  if (!key || getStoredPerson(personId).lock === undefined) throw new Error(t("lock.notStored"));
  setReadingKey(personId, key);
  await forgetResults(personId);
}

/** Locks the app on this device with a PIN or a phrase. */
export async function lockWithPin(personId: string, pin: string): Promise<void> {
  const salt = makeRandom(16);
  await setLock(personId, await deriveFromPin(pin, salt), { kind: "pin", salt: toBase64(salt.buffer) });
}

/**
 * Unlocks this page. Resolves to null when it is unlocked, else to how many tries are left; after the last one the
 * kept results are removed, and nothing that waits.
 */
export async function unlockWithPin(personId: string, pin: string): Promise<number | null> {
  const { lock } = getStoredPerson(personId);
  if (!lock) return null;
  if (lock.wrong >= TRIES) return 0;
  // Counted before it is tried: a page that is closed meanwhile has tried it, too.
  const wrong = lock.wrong + 1;
  storePerson(personId, { lock: { ...lock, wrong } });
  const key = await unwrap(lock, await deriveFromPin(pin, fromBase64(lock.salt)));
  if (key) {
    storePerson(personId, { lock: { ...lock, wrong: 0 } });
    setReadingKey(personId, key);
    return null;
  }
  if (wrong >= TRIES) await forgetResults(personId);
  return TRIES - wrong;
}

/** How many wrong PINs may follow. */
export const countTriesLeft = (personId: string): number =>
  TRIES - (getStoredPerson(personId).lock?.wrong ?? 0);

/** Whether this device asks for a fingerprint, a face or its own PIN, and gives a page a secret for it (PRF). */
export async function mayLockWithPasskey(): Promise<boolean> {
  const Passkeys = globalThis.PublicKeyCredential;
  if (!Passkeys?.getClientCapabilities) return false;
  const [isThere, able] = await Promise.all([
    Passkeys.isUserVerifyingPlatformAuthenticatorAvailable(),
    Passkeys.getClientCapabilities(),
  ]);
  return isThere && able["extension:prf"] === true;
}

/** The secret that the device's passkey gives for a salt. Throws what the browser does when the person cancels. */
async function askPasskey(credential: string, salt: Bytes): Promise<BufferSource> {
  const answer = (await navigator.credentials.get({
    publicKey: {
      challenge: makeRandom(32),
      allowCredentials: [{ type: "public-key", id: fromBase64(credential) }],
      userVerification: "required",
      extensions: { prf: { eval: { first: salt } } },
    },
  })) as PublicKeyCredential | null;
  const secret = answer?.getClientExtensionResults().prf?.results?.first;
  if (!secret) throw new Error(t("lock.noSecret"));
  return secret;
}

/** Locks the app with a new passkey of this device, which signs in nowhere. */
export async function lockWithPasskey(personId: string): Promise<void> {
  const salt = makeRandom(32);
  const name = t("lock.nameOfKey", { product: PRODUCT_NAME });
  const made = (await navigator.credentials.create({
    publicKey: {
      challenge: makeRandom(32),
      rp: { name: PRODUCT_NAME },
      user: { id: makeRandom(32), name, displayName: name },
      pubKeyCredParams: [-7, -257].map((alg) => ({ type: "public-key", alg })),
      authenticatorSelection: {
        authenticatorAttachment: "platform",
        userVerification: "required",
        residentKey: "discouraged",
      },
      extensions: { prf: {} },
    },
  })) as PublicKeyCredential | null;
  if (!made?.getClientExtensionResults().prf?.enabled) throw new Error(t("lock.usePin"));
  const credential = toBase64(made.rawId);
  const wrapping = await deriveFromSecret(await askPasskey(credential, salt), salt);
  await setLock(personId, wrapping, { kind: "passkey", salt: toBase64(salt.buffer), credential });
}

/** Unlocks this page with the device's passkey. Throws what the browser does when the person cancels. */
export async function unlockWithPasskey(personId: string): Promise<void> {
  const { lock } = getStoredPerson(personId);
  if (lock?.credential === undefined) return;
  const salt = fromBase64(lock.salt);
  const key = await unwrap(lock, await deriveFromSecret(await askPasskey(lock.credential, salt), salt));
  if (!key) throw new Error(t("lock.wrongKey"));
  setReadingKey(personId, key);
}

/** Takes the lock off. The kept results can't be read without its key, and are removed. */
export async function removeLock(personId: string): Promise<void> {
  storePerson(personId, { lock: undefined, fetchedAt: 0 });
  setReadingKey(personId, null);
  await forgetResults(personId);
}
