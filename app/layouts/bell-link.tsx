import { IconBell } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useQuery } from "convex/react";
import { MAX_UNSEEN } from "../../features/notifications/rules/unseen.ts";
import { api } from "../../lib/api.ts";
import { t } from "../../lib/words/t.ts";
import counts from "../places/person-button.module.css";
import styles from "./search-link.module.css";

/** From each page to the notifications, with how many are new. */
export function BellLink() {
  const unseen = useQuery(api.notifications.countUnseen, {})?.unseen ?? 0;
  const count = unseen < MAX_UNSEEN ? unseen : `${MAX_UNSEEN - 1}+`;
  return (
    <Link
      to="/notifications"
      className={styles.link}
      aria-label={unseen ? t("shell.newNotifications", { count }) : t("shell.notifications")}
    >
      <IconBell aria-hidden="true" />
      {unseen > 0 && <span className={counts.count}>{count}</span>}
    </Link>
  );
}
