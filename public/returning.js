// Marks a public page, before its first paint, for somebody who was signed in at this browser when it was last
// seen: they get a way back to their notebooks, and the landing page waits for where they are led. A file of its own
// because the content security policy allows no inline script. The key is that of `wasSignedIn`.
try {
  if (window.localStorage.getItem("carediary.signed-in") !== null) {
    document.documentElement.setAttribute("data-returning", "");
  }
} catch {
  // Storage can be switched off; then everybody is new.
}
