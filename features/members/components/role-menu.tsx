import { Button, Menu } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { ROLE_LABELS, ROLE_RIGHTS } from "../../notebooks/rules.ts";
import { type AssignableRole, assignableRoles } from "../rules.ts";
import styles from "./role-menu.module.css";
import type { Role } from "./role-rank.ts";

type RoleMenuProps = {
  name: string;
  role: Role;
  /** The roles on offer; the present one is shown even when it can't be given. */
  roles: readonly AssignableRole[];
  onChoose: (role: AssignableRole) => void;
  /** Null for everybody but the owner. */
  onMakeOwner: (() => void) | null;
};

/** A member's role as a button that opens the roles to choose from. */
export function RoleMenu({ name, role, roles, onChoose, onMakeOwner }: RoleMenuProps) {
  const shown = assignableRoles("owner").filter((each) => each === role || roles.includes(each));
  return (
    <Menu width={320} position="bottom-end" shadow="md" returnFocus classNames={{ item: styles.item }}>
      <Menu.Target>
        <Button
          variant="default"
          rightSection={<IconChevronDown size={18} aria-hidden="true" />}
          aria-label={`Role of ${name}: ${ROLE_LABELS[role]}`}
        >
          {ROLE_LABELS[role]}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={role} onChange={(next) => onChoose(next as AssignableRole)}>
          {shown.map((each) => (
            <Menu.RadioItem key={each} value={each} disabled={!roles.includes(each)} closeMenuOnClick>
              {ROLE_LABELS[each]}
              <span className={styles.rights}>Can {ROLE_RIGHTS[each]}.</span>
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        {onMakeOwner && (
          <>
            <Menu.Divider />
            <Menu.Item onClick={onMakeOwner}>Make {name} the owner…</Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
