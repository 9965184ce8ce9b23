import { Button, Menu } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { useRef, useState } from "react";
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

/**
 * A member's role as a button that opens the roles to choose from. The menu itself is made when it opens:
 * a hundred closed ones took more time than all the rest of the list.
 */
export function RoleMenu({ name, role, roles, onChoose, onMakeOwner }: RoleMenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);

  /** The focus goes back before anything else opens, which will give it back in its turn. */
  function close() {
    setIsOpen(false);
    button.current?.focus();
  }

  const shown = assignableRoles("owner").filter((each) => each === role || roles.includes(each));
  return (
    <div className={styles.frame}>
      <Button
        ref={button}
        variant="default"
        rightSection={<IconChevronDown size={18} aria-hidden="true" />}
        aria-label={`Role of ${name}: ${ROLE_LABELS[role]}`}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(true)}
      >
        {ROLE_LABELS[role]}
      </Button>
      {isOpen && (
        <Menu
          opened
          onClose={close}
          width={320}
          position="bottom-end"
          shadow="md"
          returnFocus={false}
          // Inside the page's landmark, and without the kit's own first stop, which is no menu item.
          withinPortal={false}
          withInitialFocusPlaceholder={false}
          classNames={{ item: styles.item }}
        >
          <Menu.Target>
            {/* Lies over the button, so that a second press closes the menu; and names the menu. */}
            <span className={styles.cover} aria-hidden="true" onClick={close}>
              <span className="visually-hidden">Role of {name}</span>
            </span>
          </Menu.Target>
          <Menu.Dropdown>
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
                  {ROLE_LABELS[each]}
                  <span className={styles.rights}>Can {ROLE_RIGHTS[each]}.</span>
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
                  Make {name} the owner…
                </Menu.Item>
              </>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
    </div>
  );
}
