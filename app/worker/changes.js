// Sends the changes that wait in a person's outbox (app/sync/outbox/outbox.ts) when the browser says that the connection is
// back and no page is seen. What the server refuses is left for a page, which shows why; what comes after it is sent.

const SEND_CHANGES = "send waiting changes";
/** Between two pages there is none for a moment. */
const NO_PAGE_MS = 2000;
/** Refusals that pass: the browser tries again later. */
const PASSING = new Set(["busy", "unauthenticated", "unknown-user", "account-closed"]);
/** This list and the server's differ: a page numbers it anew. */
const FOR_PAGES = new Set(["outbox-gap", "outbox-rewound"]);

self.addEventListener("sync", (event) => {
  if (event.tag === SEND_CHANGES) event.waitUntil(sendChanges());
});

async function sendChanges() {
  await new Promise((done) => setTimeout(done, NO_PAGE_MS));
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  // That page sends them.
  if (windows.some(({ visibilityState }) => visibilityState === "visible")) return;
  const { token, id } = await signedIn();
  const database = await openOutbox(id);
  if (!database) return;
  try {
    const transaction = database.transaction(["operations", "meta", "keys"]);
    const [operations, counters, key] = await Promise.all([
      resultOf(transaction.objectStore("operations").getAll()),
      resultOf(transaction.objectStore("meta").get("counters")),
      resultOf(transaction.objectStore("keys").get("operations")),
    ]);
    if (!counters || !key) return;
    const waiting = operations.filter(({ n }) => n > 0).sort((a, b) => a.n - b.n);
    for (const operation of waiting) {
      const content = await unseal(key, operation);
      const code = content ? await sendChange(token, counters, { ...operation, ...content }) : "torn";
      if (code === "torn" || FOR_PAGES.has(code)) return;
      if (code === null && !(await removeChange(database, counters.outboxId, operation))) return;
    }
  } finally {
    database.close();
    const channel = new BroadcastChannel(`CareDiary outbox of ${id}`);
    channel.postMessage("changed");
    channel.close();
  }
}

/**
 * Sends one change; returns the code of its refusal, null when it is stored. A page asks about a dose that goes against
 * others. Throws when it may be stored later.
 */
async function sendChange(token, { outboxId, acked }, { n, path, args, madeAt, opId }) {
  const envelope = { outboxId, n, acked, path, args, age: Date.now() - madeAt, opId };
  const { status, value, errorData } = await answered("/api/mutation", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      authorization: `Bearer ${token}`,
      "idempotency-key": `${outboxId}/${n}`,
    },
    body: JSON.stringify({ path: "outbox:send", args: envelope, format: "json" }),
  });
  if (status === "success") return value?.outcome === "refused" ? "question" : null;
  if (!errorData || PASSING.has(errorData.code)) throw new Error("The server can't make this change now.");
  return errorData.code;
}

/** Removes a change that the server has made; false when a page has numbered the list anew meanwhile. */
async function removeChange(database, outboxId, { seq, n }) {
  const transaction = database.transaction(["operations", "meta"], "readwrite");
  const [operations, meta] = [transaction.objectStore("operations"), transaction.objectStore("meta")];
  const counters = await resultOf(meta.get("counters"));
  if (counters.outboxId !== outboxId) return false;
  operations.delete(seq);
  const left = (await resultOf(operations.getAll())).filter((other) => other.n > 0).map((other) => other.n);
  // Outcomes of refused ones are still to be read.
  const acked = left.length > 0 ? Math.min(...left) - 1 : n;
  meta.put({ ...counters, acked: Math.max(counters.acked, acked) }, "counters");
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(true);
    transaction.onabort = () => reject(transaction.error);
  });
}

/** The content of a change, as app/sync/kept/seal.ts has sealed it; null for a torn one. */
async function unseal(key, { iv, bytes, opId }) {
  const cipher = { name: "AES-GCM", iv, additionalData: new TextEncoder().encode(opId) };
  try {
    return JSON.parse(new TextDecoder().decode(await crypto.subtle.decrypt(cipher, key, bytes)));
  } catch {
    return null;
  }
}

/** The database of a person's outbox (app/sync/outbox/operations.ts); null without one. */
async function openOutbox(personId) {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(personId));
  const hex = [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const opening = indexedDB.open(`CareDiaryOutbox ${hex.slice(0, 32)}`, 1);
  let isMissing = false;
  opening.onupgradeneeded = () => {
    isMissing = true;
    opening.transaction.abort();
  };
  try {
    const database = await resultOf(opening);
    // A sign-out mustn't wait for this.
    database.onversionchange = () => database.close();
    return database;
  } catch (error) {
    if (isMissing) return null;
    throw error;
  }
}

const resultOf = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
