// Takes items that another app shares with the installed app: they wait in this browser until the form of a new note takes them
// (app/share/shared-items.ts), also while nobody is signed in.

const SHARED_DATABASE = "CareDiaryShared";
const SHARED_ITEMS = "items";

self.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method === "POST" && origin === self.location.origin && pathname === "/share")
    event.respondWith(keepShared(event.request));
});

/** Keeps a shared item, then opens the app's page for it. The names of its fields are in public/manifest.webmanifest. */
async function keepShared(request) {
  const isKept = await request
    .formData()
    .then(storeShared)
    .then(
      () => true,
      () => false,
    );
  return Response.redirect(isKept ? "/share" : "/share?lost", 303);
}

function storeShared(form) {
  const files = form.getAll("files").filter((file) => file instanceof File && file.size > 0);
  const textOf = (name) => String(form.get(name) ?? "");
  const item = {
    id: crypto.randomUUID(),
    title: textOf("title"),
    text: textOf("text"),
    url: textOf("url"),
    files,
  };
  return withStore(SHARED_DATABASE, SHARED_ITEMS, "id", "readwrite", (items) =>
    items.put({ ...item, sharedAt: Date.now() }),
  );
}
