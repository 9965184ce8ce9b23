import { Button } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { startTransition, useRef, useState } from "react";
import { createLazyPart } from "./lazy-part.tsx";
import type { MenuPanelProps } from "./menu-panel.tsx";

const MoreMenuPanel = createLazyPart(() =>
  import("./more-menu-panel.tsx").then((module) => module.MoreMenuPanel),
);

type MoreMenuProps = {
  /** What the actions are for: "More for this note". */
  name: string;
  /** The items, which call `close` before they act. */
  children: MenuPanelProps["children"];
};

/** A page's further actions, behind one button, so that what people came to read is near the top. */
export function MoreMenu({ name, children }: MoreMenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);

  /** The focus returns first, so that a dialog opened next returns it to the right place. */
  function close() {
    setIsOpen(false);
    button.current?.focus();
  }

  return (
    // The panel covers the button. No style of another file: the files of lists' menus would load with it.
    <div style={{ position: "relative" }}>
      <Button
        ref={button}
        variant="default"
        // A square: the kit's own button for icons would be further code on pages that have none.
        w={44}
        h={44}
        p={0}
        aria-label={name}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => startTransition(() => setIsOpen(true))}
        onFocus={MoreMenuPanel.preload}
        onPointerEnter={MoreMenuPanel.preload}
      >
        <IconDots aria-hidden="true" />
      </Button>
      {isOpen && (
        <MoreMenuPanel name={name} width={200} onClose={close}>
          {children}
        </MoreMenuPanel>
      )}
    </div>
  );
}
