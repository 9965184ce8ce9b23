import { Outlet, useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { whenRenamed } from "./when-renamed.ts";

/**
 * The outermost frame. A page change in a single-page program is silent to a screen reader, so it is
 * announced here, and the focus goes to the new page when its old place is gone. The first page isn't
 * announced: the browser itself does that.
 */
export function Root() {
  const router = useRouter();
  const [announcement, setAnnouncement] = useState("");

  useEffect(() => {
    let former = document.title;
    let forget = () => {};
    const stops = [
      router.subscribe("onBeforeNavigate", ({ pathChanged }) => {
        if (pathChanged) former = document.title;
      }),
      router.subscribe("onRendered", ({ fromLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged) return;
        forget();
        forget = whenRenamed(former, setAnnouncement);
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
        Skip to content
      </a>
      <Outlet />
      <div className="visually-hidden" aria-live="polite">
        {announcement}
      </div>
    </>
  );
}
