import { Button } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { useState } from "react";
import type { MenuPanelProps } from "./menu-panel.tsx";
import { RowMenu } from "./row-menu.tsx";

type MoreMenuProps = {
  /** What the actions are for: "More for this note". */
  name: string;
  /** The items, which call `close` before they act. */
  children: MenuPanelProps["children"];
};

/** A page's further actions, behind one button, so that what people came to read is near the top. */
export function MoreMenu({ name, children }: MoreMenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <RowMenu
      name={name}
      width={200}
      isOpen={isOpen}
      onToggle={setIsOpen}
      opener={(opener) => (
        // A square: the kit's own button for icons would be further code on pages that have none.
        <Button {...opener} variant="default" w={44} h={44} p={0} aria-label={name}>
          <IconDots aria-hidden="true" />
        </Button>
      )}
    >
      {children}
    </RowMenu>
  );
}
