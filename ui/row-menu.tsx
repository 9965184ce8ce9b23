import { Menu } from "@mantine/core";
import { type ReactNode, type Ref, startTransition, useRef } from "react";
import { useHistoryLayer } from "./history-layers.ts";
import styles from "./row-menu.module.css";

/** The props for the button that opens the menu. */
type OpenerProps = {
  ref: Ref<HTMLButtonElement>;
  onClick: () => void;
  "aria-haspopup": "menu";
  "aria-expanded": boolean;
};

type RowMenuProps = {
  /** The menu's name for screen readers. */
  name: string;
  /** px. */
  width: number;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
  opener: (props: OpenerProps) => ReactNode;
  /** The items, which call `close` before they open anything that takes the focus. */
  children: (close: () => void) => ReactNode;
};

/**
 * A button in a row of a list, and its menu. The menu is rendered only when it opens: hundreds of closed ones would
 * take longer than the rest of a list.
 */
export function RowMenu({ name, width, isOpen, onToggle, opener, children }: RowMenuProps) {
  const button = useRef<HTMLButtonElement>(null);

  /** The focus returns first, so that a dialog opened next returns it to the right place. */
  function close() {
    onToggle(false);
    button.current?.focus();
  }
  useHistoryLayer(isOpen, close);

  return (
    <div className={styles.frame}>
      {opener({
        ref: button,
        // The button responds at once, the menu is rendered after that.
        onClick: () => startTransition(() => onToggle(true)),
        "aria-haspopup": "menu",
        "aria-expanded": isOpen,
      })}
      {isOpen && (
        <Menu
          opened
          onClose={close}
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
            <span className={styles.cover} aria-hidden="true" onClick={close}>
              <span className="visually-hidden">{name}</span>
            </span>
          </Menu.Target>
          <Menu.Dropdown>{children(close)}</Menu.Dropdown>
        </Menu>
      )}
    </div>
  );
}
