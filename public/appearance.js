// Sets the colour scheme before the first paint, so that a dark room stays dark. A file of its own
// because the content security policy allows no inline script. The key is Mantine's.
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
})();
