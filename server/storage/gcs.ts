import { readFile, rm } from "node:fs/promises";
import type { Bucket } from "@google-cloud/storage";
import type { StorageConfig } from "../config/storage.ts";
import { getFirstLine, StartError } from "../start_error.ts";
import type { Drafts } from "./drafts.ts";
import { withTimeout } from "./fault.ts";
import { DIRECT_SECONDS, type FileStorage, TIMEOUTS } from "./storage.ts";

const ORIGIN = "https://storage.googleapis.com";
const SCOPE = "https://www.googleapis.com/auth/devstorage.read_write";

/**
 * Storage in a bucket of Google Cloud Storage. The library is loaded at the first use.
 * @param apiEndpoint of another service with the same interface
 */
export function createGcsStorage(
  config: Extract<StorageConfig, { driver: "gcs" }>,
  drafts: Drafts,
  apiEndpoint?: string,
  timeouts = TIMEOUTS,
): FileStorage {
  let opening: Promise<Bucket> | undefined;
  const bucket = () => (opening ??= open(config, apiEndpoint));
  // The library has no time limit of its own; signing a link may call the service too, for the machine's account.
  const withServiceTimeout = <T>(answer: Promise<T>) => withTimeout(timeouts.answerMs, answer);
  const file = async (name: string) => (await bucket()).file(name);
  const uploadOptions = { resumable: false, contentType: "application/octet-stream" };

  const size: FileStorage["size"] = async (name) => {
    const found = await orNull(withServiceTimeout((await file(name)).getMetadata()));
    return found ? Number(found[0].size ?? 0) : null;
  };

  return {
    write: async (name, bytes) =>
      withServiceTimeout((await file(name)).save(Buffer.from(bytes), uploadOptions)),
    async read(name) {
      const found = await orNull(withServiceTimeout((await file(name)).download()));
      return found?.[0] ?? null;
    },
    async stream(name) {
      // A stream would report a missing file only later.
      return (await size(name)) === null ? null : (await file(name)).createReadStream();
    },
    size,
    async remove(name) {
      await withServiceTimeout((await file(name)).delete({ ignoreNotFound: true }));
    },
    async saveDraft(draft, name) {
      await withServiceTimeout((await bucket()).upload(draft, { ...uploadOptions, destination: name }));
      await rm(draft, { force: true });
    },
    drafts,
    large: {
      async save(path, name) {
        // In pieces, so that each may be tried again.
        await (await bucket()).upload(path, { ...uploadOptions, resumable: true, destination: name });
      },
      async list(prefix) {
        const [files] = await withServiceTimeout((await bucket()).getFiles({ prefix }));
        return files.map(({ name }) => name);
      },
    },
    direct: {
      async origin() {
        // Independent of the bucket, but called at start, so that an unreadable key is noticed then.
        await bucket();
        return ORIGIN;
      },
      async uploadUrl({ name, type, size, seconds }) {
        const link = (await file(name)).getSignedUrl({
          version: "v4",
          action: "write",
          expires: Date.now() + seconds * 1000,
          contentType: type,
          ...(size === null ? {} : { extensionHeaders: { "content-length": String(size) } }),
        });
        return (await withServiceTimeout(link))[0];
      },
      async downloadUrl({ name, type, disposition }) {
        const link = (await file(name)).getSignedUrl({
          version: "v4",
          action: "read",
          expires: Date.now() + DIRECT_SECONDS * 1000,
          responseType: type,
          responseDisposition: disposition,
          queryParams: { "response-cache-control": "no-store" },
        });
        return (await withServiceTimeout(link))[0];
      },
      async copy(from, to) {
        await withServiceTimeout((await file(from)).copy(await file(to)));
      },
      async beginning(name, length) {
        return (await withServiceTimeout((await file(name)).download({ start: 0, end: length - 1 })))[0];
      },
    },
  };
}

async function open(
  { bucket, keyFile }: Extract<StorageConfig, { driver: "gcs" }>,
  apiEndpoint: string | undefined,
): Promise<Bucket> {
  const { Storage } = await import("@google-cloud/storage");
  const storage = new Storage({
    ...(keyFile ? { authClient: await account(keyFile) } : {}),
    ...(apiEndpoint ? { apiEndpoint } : {}),
  });
  return storage.bucket(bucket);
}

async function account(keyFile: string) {
  const { GoogleAuth, JWT } = await import("google-auth-library");
  try {
    const account = JSON.parse(await readFile(keyFile, "utf8"));
    const { client_email: email, private_key: key } = account;
    const auth = new GoogleAuth({ authClient: new JWT({ email, key, scopes: [SCOPE] }) });
    // Links are signed with the key of this account.
    auth.jsonContent = account;
    return auth;
  } catch (error) {
    throw new StartError(`GCS_KEY_FILE ${keyFile} can't be read: ${getFirstLine(error)}`);
  }
}

async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if ((error as { code?: unknown }).code === 404) return null;
    throw error;
  }
}
