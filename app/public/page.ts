import { startMenu } from "../../features/marketing/client/menu.ts";
import { getBarePath } from "../startup-hash.ts";
import { redirectSignedIn } from "./redirect-signed-in.ts";

// The script of public pages. They are prerendered HTML (docs/how/public-pages.md) and work without it.
const bare = getBarePath(window.location);
if (bare) {
  window.history.replaceState(null, "", bare);
  window.location.reload();
} else {
  startMenu(document);
  // Only the help page has a search.
  if (document.querySelector("[data-help-search]"))
    void import("../../features/marketing/client/help-search.ts").then((m) => m.startHelpSearch(document));
  if (document.querySelector("[data-landing]")) void redirectSignedIn(() => window.location.replace("/home"));
}
