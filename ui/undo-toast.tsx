import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";

/** How long an undo is offered (decisions W993). */
const UNDO_MS = 6000;

/**
 * Tells what was just done and offers to take it back, for 6 s. `onEnd` is called when the offer is over, taken or
 * not. A screen reader hears the message; the button is the next stop of the keyboard's way through the notifications.
 */
export function offerUndo(message: string, onUndo: () => void, onEnd?: () => void): void {
  const id = notifications.show({
    message: (
      <span style={{ display: "flex", alignItems: "center", gap: "1rem" }}>
        <span style={{ flex: 1 }}>{message}</span>
        <Button
          variant="default"
          onClick={() => {
            notifications.hide(id);
            onUndo();
          }}
        >
          Undo
        </Button>
      </span>
    ),
    role: "status",
    autoClose: UNDO_MS,
    onClose: onEnd,
  });
}
