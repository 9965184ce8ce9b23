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

// In the app's page: asks for the token of a person who was signed in before, while the app's scripts are still on
// their way (app/auth/early-token.ts).
(() => {
  const settings = document.getElementById("settings");
  try {
    if (!settings || localStorage.getItem("carediary.signed-in") === null) return;
    if (JSON.parse(settings.textContent).auth.provider === "clerk") return;
    // The time zone is stored with the session (lib/time-zones.ts).
    const headers = { "x-time-zone": Intl.DateTimeFormat().resolvedOptions().timeZone };
    window.earlyToken = fetch("/api/auth/token", { headers }).catch(() => null);
  } catch {
    // Without storage the app asks by itself.
  }
})();
