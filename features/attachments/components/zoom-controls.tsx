import { ActionIcon } from "@mantine/core";
import { IconZoomIn, IconZoomOut } from "@tabler/icons-react";
import styles from "./zoom-controls.module.css";

type ZoomControlsProps = {
  percent: number;
  /** Null at the last step. */
  smaller: (() => void) | null;
  larger: (() => void) | null;
};

/** The buttons that change the size of what a preview shows. */
export const ZoomControls = ({ percent, smaller, larger }: ZoomControlsProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields of a form
  <div className={styles.zoom} role="group" aria-label="Size">
    <ZoomButton name="Smaller" onPress={smaller} Icon={IconZoomOut} />
    <span aria-live="polite">{percent} %</span>
    <ZoomButton name="Larger" onPress={larger} Icon={IconZoomIn} />
  </div>
);

type ZoomButtonProps = { name: string; onPress: (() => void) | null; Icon: typeof IconZoomIn };

/** Stays focusable at the last zoom step, so that keyboard users keep their place. */
const ZoomButton = ({ name, onPress, Icon }: ZoomButtonProps) => (
  <ActionIcon
    variant="default"
    size={44}
    aria-label={name}
    aria-disabled={!onPress}
    data-disabled={!onPress || undefined}
    onClick={() => onPress?.()}
  >
    <Icon size={22} />
  </ActionIcon>
);
