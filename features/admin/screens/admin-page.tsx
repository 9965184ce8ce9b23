import { IconTable } from "@tabler/icons-react";
import { useLocation } from "@tanstack/react-router";
import { ComingRoom } from "../../../ui/coming-room.tsx";
import { ADMIN_PAGES } from "../components/admin-pages.ts";

/** A page of the back-office, to come. */
export function AdminPage() {
  const { pathname } = useLocation();
  const title = ADMIN_PAGES.find((page) => page.to === pathname.replace(/\/$/, ""))?.title ?? "Statistics";
  return (
    <ComingRoom
      title={title}
      what="Here administrators will read this table."
      picture={<IconTable size={64} stroke={1.25} />}
    />
  );
}
