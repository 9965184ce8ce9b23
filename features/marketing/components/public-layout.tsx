import { Outlet } from "@tanstack/react-router";
import { PublicFooter } from "./public-footer.tsx";
import { PublicHeader } from "./public-header.tsx";

/** The frame of the public pages: header, page, footer (workspace 2.2). */
export function PublicLayout() {
  return (
    <>
      <PublicHeader />
      <main id="main" tabIndex={-1} style={{ outline: "none" }}>
        <Outlet />
      </main>
      <PublicFooter />
    </>
  );
}
