import { ActionIcon } from "@mantine/core";
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
        <ActionIcon {...opener} variant="default" size={44} aria-label={name}>
          <IconDots aria-hidden="true" />
        </ActionIcon>
      )}
    >
      {children}
    </RowMenu>
  );
}
