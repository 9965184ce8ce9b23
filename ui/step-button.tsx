import { ActionIcon, type ActionIconProps } from "@mantine/core";
import type { Icon } from "@tabler/icons-react";

type StepButtonProps = Pick<ActionIconProps, "className"> & {
  name: string;
  /** Null at the end. */
  onPress: (() => void) | null;
  Icon: Icon;
};

/** A step to one side, such as to the next picture. Stays focusable at the end, so that keyboard users keep their place. */
export const StepButton = ({ name, onPress, Icon, className }: StepButtonProps) => (
  <ActionIcon
    className={className}
    variant="default"
    size={44}
    aria-label={name}
    aria-disabled={!onPress}
    data-disabled={!onPress || undefined}
    onClick={() => onPress?.()}
  >
    <Icon size={24} />
  </ActionIcon>
);
