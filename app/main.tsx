import "./zod-without-eval.ts";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode, startTransition, useSyncExternalStore } from "react";
import { createRoot } from "react-dom/client";
import "@fontsource-variable/atkinson-hyperlegible-next/wght.css";
import "./theme/tokens.css";
import "./theme/base.css";
import { pageLanguage } from "../lib/words/page-language.ts";
import { waitForTexts } from "../lib/words/waiting.ts";
import { watchHistory } from "../ui/history-layers.ts";
import { AuthProvider } from "./auth/auth-context.tsx";
import { createAppRouter } from "./router.tsx";
import { getBarePath } from "./startup-hash.ts";
import { watchChunkErrors } from "./sync/chunk-errors.ts";
import { loadFont } from "./theme/font.ts";

const bare = getBarePath(window.location);
if (bare) {
  window.history.replaceState(null, "", bare);
  window.location.reload();
} else {
  watchChunkErrors();
  loadFont();
  // Before the router starts to use the browser's history.
  watchHistory();
  const router = createAppRouter();
  const root = createRoot(document.getElementById("root")!);
  // In slices: a tap on the page's skeleton is answered, and scripts that arrive are read meanwhile.
  const App = () => {
    const language = useSyncExternalStore(pageLanguage.subscribe, pageLanguage.get);
    return <RouterProvider key={language} router={router} />;
  };
  const show = () =>
    root.render(
      <StrictMode>
        <AuthProvider>
          <App />
        </AuthProvider>
      </StrictMode>,
    );
  void waitForTexts().then(() => startTransition(show));
}
