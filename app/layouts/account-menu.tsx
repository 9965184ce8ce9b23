import { Menu, UnstyledButton } from "@mantine/core";
import { IconHelp, IconLogout, IconShieldCog, IconUserCog } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { InitialsAvatar } from "../../ui/initials-avatar.tsx";
import { notifyFailure } from "../../ui/notify.ts";
import type { AuthUser } from "../auth/auth-client.ts";
import styles from "./account-menu.module.css";
import { AppearanceItems } from "./appearance-items.tsx";

type AccountMenuProps = { user: AuthUser; isAdmin: boolean; onSignOut: () => Promise<void> };

/** The person's own menu: account, appearance, help, sign out. */
export function AccountMenu({ user, isAdmin, onSignOut }: AccountMenuProps) {
  const signOut = () =>
    onSignOut().catch(() => notifyFailure("You could not be signed out. Please try again."));
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <UnstyledButton className={styles.button} aria-label="Your account">
          <InitialsAvatar name={user.name} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{user.name || user.email}</Menu.Label>
        <Menu.Item component={Link} to="/account" leftSection={<IconUserCog size={18} />}>
          Account
        </Menu.Item>
        {isAdmin && (
          <Menu.Item component={Link} to="/admin" leftSection={<IconShieldCog size={18} />}>
            Admin
          </Menu.Item>
        )}
        <Menu.Item component={Link} to="/help" leftSection={<IconHelp size={18} />}>
          Help
        </Menu.Item>
        <Menu.Divider />
        <AppearanceItems />
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={18} />} onClick={signOut}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
