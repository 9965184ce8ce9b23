import { Button } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { useState } from "react";
import { t } from "../../../lib/words/t.ts";
import { RowMenu } from "../../../ui/row-menu.tsx";
import { getRoleRights } from "../../notebooks/rules/role-rights.ts";
import { getRoleName } from "../../notebooks/rules/roles.ts";
import type { Role } from "../client/role-rank.ts";
import { type AssignableRole, getAssignableRoles } from "../rules.ts";
import styles from "./role-menu.module.css";

type RoleMenuProps = {
  name: string;
  role: Role;
  /** The selectable roles; the current one is shown even when it can't be selected. */
  roles: readonly AssignableRole[];
  onChoose: (role: AssignableRole) => void;
  /** Null for everybody but the owner. */
  onMakeOwner: (() => void) | null;
};

/** A button with a member's role that opens a menu of roles. */
export function RoleMenu({ name, role, roles, onChoose, onMakeOwner }: RoleMenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const shown = getAssignableRoles("owner").filter((each) => each === role || roles.includes(each));
  return (
    <RowMenu
      name={t("members.roleOf", { name })}
      width={320}
      isOpen={isOpen}
      onToggle={setIsOpen}
      opener={(props) => (
        <Button
          {...props}
          variant="default"
          rightSection={<IconChevronDown size={18} aria-hidden="true" />}
          aria-label={t("members.roleOfIs", { name, role: getRoleName(role) })}
        >
          {getRoleName(role)}
        </Button>
      )}
    >
      {(close, Menu) => (
        <>
          <Menu.RadioGroup
            value={role}
            onChange={(next) => {
              close();
              if (next !== role) onChoose(next as AssignableRole);
            }}
          >
            {shown.map((each) => (
              <Menu.RadioItem
                key={each}
                value={each}
                disabled={!roles.includes(each)}
                data-autofocus={each === role || undefined}
              >
                {getRoleName(each)}
                <span className={styles.rights}>{t("members.can", { rights: getRoleRights(each) })}</span>
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
          {onMakeOwner && (
            <>
              <Menu.Divider />
              <Menu.Item
                onClick={() => {
                  close();
                  onMakeOwner();
                }}
              >
                {t("members.makeOwner", { name })}
              </Menu.Item>
            </>
          )}
        </>
      )}
    </RowMenu>
  );
}
