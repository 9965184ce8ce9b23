import { getInitials } from "../lib/initials.ts";
import styles from "./initials-avatar.module.css";

/** A circle with a person's initials, "?" without a name. Decorative: the name is next to it. */
export function InitialsAvatar({ name, size = 40 }: { name: string | null | undefined; size?: number }) {
  return (
    <span
      className={styles.avatar}
      style={{ width: size, height: size, fontSize: size * 0.4 }}
      aria-hidden="true"
    >
      {getInitials(name)}
    </span>
  );
}
