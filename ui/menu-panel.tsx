import { Menu } from "@mantine/core";
import type { ReactNode } from "react";
import styles from "./row-menu.module.css";

export type MenuPanelProps = {
  /** The menu's name for screen readers. */
  name: string;
  /** px. */
  width: number;
  onClose: () => void;
  children: (close: () => void, Parts: typeof Menu) => ReactNode;
};

/** An open menu; in a file of its own, because no screen needs menus for its first look. */
export function MenuPanel({ name, width, onClose, children }: MenuPanelProps) {
  return (
    <Menu
      opened
      onClose={onClose}
      width={width}
      position="bottom-end"
      // May extend beyond the edge of a scrolling dialog, and covers its own button before it leaves the window.
      floatingStrategy="fixed"
      middlewares={{ shift: { crossAxis: true, limiter: undefined } }}
      shadow="md"
      returnFocus={false}
      // Inside the page's landmark, and without the kit's own first tab stop, which isn't a menu item.
      withinPortal={false}
      withInitialFocusPlaceholder={false}
      classNames={{ dropdown: styles.dropdown, item: styles.item }}
    >
      <Menu.Target>
        {/* Covers the button, so that a second press closes the menu; also names the menu. */}
        <span className={styles.cover} aria-hidden="true" onClick={onClose}>
          <span className="visually-hidden">{name}</span>
        </span>
      </Menu.Target>
      <Menu.Dropdown>{children(onClose, Menu)}</Menu.Dropdown>
    </Menu>
  );
}
