import { Outlet, useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";

/**
 * The outermost frame. A page change in a single-page program is silent to a screen reader, so it is
 * announced here, and the focus goes to the new page when its old place is gone.
 */
export function Root() {
  const router = useRouter();
  const [announcement, setAnnouncement] = useState("");

  useEffect(
    () =>
      router.subscribe("onRendered", ({ pathChanged }) => {
        if (!pathChanged) return;
        // The new page names itself once it is drawn.
        setTimeout(() => setAnnouncement(document.title), 300);
        if (document.activeElement === document.body) document.getElementById("main")?.focus();
      }),
    [router],
  );

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
