import { IconCalendar, IconChecklist, IconHome, IconNotebook, IconVideo } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import styles from "./bottom-bar.module.css";

/** The app's five main pages, within reach of a thumb; phones only. */
export function BottomBar() {
  return (
    <nav className={styles.bar} aria-label="Main, bottom">
      <Link to="/home" className={styles.item}>
        <IconHome aria-hidden="true" />
        Home
      </Link>
      <Link to="/care" className={styles.item}>
        <IconNotebook aria-hidden="true" />
        Care Notes
      </Link>
      <Link to="/tasks" className={styles.item}>
        <IconChecklist aria-hidden="true" />
        Tasks
      </Link>
      <Link to="/calendar" className={styles.item}>
        <IconCalendar aria-hidden="true" />
        Calendar
      </Link>
      {/* Its whole name is too long for five places side by side. */}
      <Link to="/recording" className={styles.item} aria-label="Record Meeting">
        <IconVideo aria-hidden="true" />
        Record
      </Link>
    </nav>
  );
}
