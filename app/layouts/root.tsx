import { Outlet, useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { t } from "../../lib/words/t.ts";
import { RESULTS } from "../../ui/announce.ts";
import { keepFocus } from "../../ui/keep-focus.ts";
import { showFont } from "../theme/font.ts";
import { watchTitle } from "./watch-title.ts";

/**
 * The outermost frame. Screen readers don't notice a page change in a single-page app, so it is announced here, and
 * the focus moves to the new page when the focused element is gone. The first page isn't announced: the browser
 * itself does that.
 */
export function Root() {
  const router = useRouter();
  const [announcement, setAnnouncement] = useState("");

  useEffect(keepFocus, []);

  useEffect(() => {
    let former = document.title;
    let forget = () => {};
    const stops = [
      router.subscribe("onBeforeNavigate", ({ pathChanged }) => {
        if (!pathChanged) return;
        former = document.title;
        showFont();
      }),
      router.subscribe("onRendered", ({ fromLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged) return;
        forget();
        forget = watchTitle(former, setAnnouncement);
        if (document.activeElement === document.body) document.getElementById("main")?.focus();
      }),
    ];
    return () => {
      forget();
      for (const stop of stops) stop();
    };
  }, [router]);

  return (
    <>
      <a className="skip-link" href="#main">
        {t("start.skip")}
      </a>
      <Outlet />
      <div className="visually-hidden" aria-live="polite">
        {announcement}
      </div>
      <div id={RESULTS} className="visually-hidden" aria-live="polite" />
    </>
  );
}
