import { useHistoryLayer } from "./history-layers.ts";
import { MenuPanel, type MenuPanelProps } from "./menu-panel.tsx";

/** The open menu of a page's further actions, which Back closes; a file of its own, loaded when it is opened. */
export function MoreMenuPanel(props: MenuPanelProps) {
  useHistoryLayer(true, props.onClose);
  return <MenuPanel {...props} />;
}
