// Runs before the app's scripts have loaded. A file of its own because the content security policy allows no
// inline script.

// Sets the colour scheme before the first paint, so that a dark room stays dark. The key is Mantine's.
(() => {
  const device = window.matchMedia("(prefers-color-scheme: dark)");
  const root = document.documentElement;
  const paint = () => {
    let choice = null;
    try {
      choice = window.localStorage.getItem("mantine-color-scheme-value");
    } catch {
      // Storage can be switched off; then the device decides.
    }
    const dark = choice === "dark" || (choice !== "light" && device.matches);
    root.setAttribute("data-mantine-color-scheme", dark ? "dark" : "light");
  };
  paint();
  device.addEventListener("change", paint);
  // The choice of another tab.
  window.addEventListener("storage", paint);
})();

// In the app's page: sets its language, and asks for the texts that its screen needs first (lib/words/loaded.ts). A draft is
// only for those who have chosen it.
(() => {
  const list = document.getElementById("languages");
  if (!list) return;
  const languages = JSON.parse(list.textContent);
  const isOffered = (code) => languages[code]?.state === "complete";
  let language = null;
  let hasParts = false;
  try {
    language = JSON.parse(localStorage.getItem("carediary.language"));
    hasParts = localStorage.getItem("carediary.home-parts") !== null;
  } catch {
    // Storage can be switched off; then the device decides.
  }
  if (!languages[language]) {
    const wanted = navigator.languages.flatMap((code) => [code, code.split("-")[0]]);
    language = wanted.find(isOffered) ?? "en";
  }
  const root = document.documentElement;
  root.lang = language;
  root.dir = languages[language].direction;
  // The names that the installed app has in menus of the device.
  if (language !== "en")
    document.querySelector('link[rel="manifest"]').href = `/manifest.${language}.webmanifest`;
  const { texts, textsWithParts } = document.getElementById("settings")?.dataset ?? {};
  const file = hasParts ? textsWithParts : texts;
  const ask = () =>
    fetch(`${languages[language].path}${file}.json`).then((answer) => (answer.ok ? answer.json() : {}));
  window.earlyTexts = { language, rooms: file ? ask().catch(() => ({})) : Promise.resolve({}) };
})();

// In the app's page: connects, and asks for the token of a person who was signed in before, or of whose session the
// server has seen a cookie, while the app's scripts are still on their way (app/sync/early-socket.ts,
// app/auth/early-token.ts). Loads the parts that home had the last time (app/home/home-parts.tsx) together with them.
(() => {
  const settings = document.getElementById("settings");
  if (!settings) return;
  const isStored = (key) => {
    try {
      return localStorage.getItem(`carediary.${key}`) !== null;
    } catch {
      return false;
    }
  };
  const { session, parts } = settings.dataset;
  const hasSession = session !== undefined || isStored("signed-in");
  if (hasSession && JSON.parse(settings.textContent).auth.provider !== "clerk") {
    // Without anybody's name. The server reads no version in the path.
    const socket = new WebSocket(`${location.origin.replace("http", "ws")}/api/early/sync`);
    window.earlySocket = socket;
    // The time zone is stored with the session (lib/time-zones.ts).
    const headers = { "x-time-zone": Intl.DateTimeFormat().resolvedOptions().timeZone };
    window.earlyToken = fetch("/api/auth/token", { headers })
      .catch(() => null)
      .then((answer) => {
        if (!answer?.ok) socket.close();
        return answer;
      });
  }
  if (!parts || !isStored("home-parts")) return;
  for (const href of parts.split(" ")) {
    const link = document.createElement("link");
    link.rel = href.endsWith(".css") ? "preload" : "modulepreload";
    if (href.endsWith(".css")) link.as = "style";
    link.crossOrigin = "";
    link.href = href;
    document.head.append(link);
  }
})();
