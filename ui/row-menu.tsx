import { type ReactNode, type Ref, startTransition, useRef } from "react";
import { useHistoryLayer } from "./history-layers.ts";
import { createLazyPart } from "./lazy-part.tsx";
import type { MenuPanelProps } from "./menu-panel.tsx";
import styles from "./row-menu.module.css";

/** The parts of a menu, such as `Menu.Item`; loaded with it. */
export type MenuParts = Parameters<MenuPanelProps["children"]>[1];

/** The props for the button that opens the menu. */
type OpenerProps = {
  ref: Ref<HTMLButtonElement>;
  onClick: () => void;
  onFocus: () => void;
  onPointerEnter: () => void;
  "aria-haspopup": "menu";
  "aria-expanded": boolean;
};

type RowMenuProps = Pick<MenuPanelProps, "name" | "width"> & {
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
  opener: (props: OpenerProps) => ReactNode;
  /** The items, which call `close` before they open anything that takes the focus. */
  children: MenuPanelProps["children"];
};

const MenuPanel = createLazyPart(() => import("./menu-panel.tsx").then((module) => module.MenuPanel));

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
        onFocus: MenuPanel.preload,
        onPointerEnter: MenuPanel.preload,
        "aria-haspopup": "menu",
        "aria-expanded": isOpen,
      })}
      {isOpen && (
        <MenuPanel name={name} width={width} onClose={close}>
          {children}
        </MenuPanel>
      )}
    </div>
  );
}
