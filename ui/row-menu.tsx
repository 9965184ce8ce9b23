import { Menu } from "@mantine/core";
import { type ReactNode, type Ref, startTransition, useRef } from "react";
import { useHistoryLayer } from "./history-layers.ts";
import styles from "./row-menu.module.css";

/** What the button that opens the menu takes over. */
type OpenerProps = {
  ref: Ref<HTMLButtonElement>;
  onClick: () => void;
  "aria-haspopup": "menu";
  "aria-expanded": boolean;
};

type RowMenuProps = {
  /** What a screen reader calls the menu. */
  name: string;
  /** px. */
  width: number;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
  opener: (props: OpenerProps) => ReactNode;
  /** The items, which call `close` before anything that they open takes the focus. */
  children: (close: () => void) => ReactNode;
};

/**
 * A button in a row of a list, and its menu. The menu itself is made when it opens: hundreds of closed ones would take
 * more time than all the rest of a list.
 */
export function RowMenu({ name, width, isOpen, onToggle, opener, children }: RowMenuProps) {
  const button = useRef<HTMLButtonElement>(null);

  /** The focus goes back before anything else opens, which will give it back in its turn. */
  function close() {
    onToggle(false);
    button.current?.focus();
  }
  useHistoryLayer(isOpen, close);

  return (
    <div className={styles.frame}>
      {opener({
        ref: button,
        // The press is answered at once, the menu follows.
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
          // Over the edge of a dialog whose list scrolls, and over its own button before it leaves the window.
          floatingStrategy="fixed"
          middlewares={{ shift: { crossAxis: true, limiter: undefined } }}
          shadow="md"
          returnFocus={false}
          // Inside the page's landmark, and without the kit's own first stop, which is no menu item.
          withinPortal={false}
          withInitialFocusPlaceholder={false}
          classNames={{ dropdown: styles.dropdown, item: styles.item }}
        >
          <Menu.Target>
            {/* Lies over the button, so that a second press closes the menu; and names the menu. */}
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
