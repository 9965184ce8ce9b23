import { Badge, Button } from "@mantine/core";
import type { Member } from "../../../lib/api.ts";
import { shortDate } from "../../../lib/time.ts";
import { InitialsAvatar } from "../../../ui/initials-avatar.tsx";
import { ROLE_LABELS } from "../../notebooks/rules.ts";
import styles from "./member-row.module.css";

type MemberRowProps = {
  member: Member;
  isRemoving?: boolean;
  /** Null where the viewer may remove nobody. */
  onRemove?: (() => void) | null;
};

/** One person of a notebook, with role and the way to remove them where that is allowed. */
export function MemberRow({ member, isRemoving = false, onRemove = null }: MemberRowProps) {
  return (
    <li className={isRemoving ? `${styles.member} ${styles.removing}` : styles.member}>
      <InitialsAvatar name={member.user.name} size={44} />
      <div className={styles.words}>
        <h3 className={styles.name}>{member.user.name || "Unknown User"}</h3>
        <p className={styles.detail}>
          {member.user.email} · since {shortDate(member.joinedAt)}
        </p>
      </div>
      <Badge variant="outline">{ROLE_LABELS[member.role]}</Badge>
      {onRemove && member.role === "owner" && <span className={styles.detail}>Cannot be removed</span>}
      {onRemove && member.role !== "owner" && (
        <Button
          variant="default"
          disabled={isRemoving}
          onClick={onRemove}
          aria-label={isRemoving ? undefined : `Remove ${member.user.name || "Unknown User"}`}
        >
          {isRemoving ? "Removing..." : "Remove"}
        </Button>
      )}
    </li>
  );
}
