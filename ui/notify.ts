import { notifications } from "@mantine/notifications";

/** Tells that something worked; goes by itself after 6 s. */
export function notifyDone(message: string): void {
  notifications.show({ message, color: "teal", role: "status" });
}

/** Tells that something failed; stays until it is dismissed and is read out at once. */
export function notifyFailure(message: string): void {
  notifications.show({ title: "That did not work", message, color: "red", role: "alert", autoClose: false });
}

/** Tells quietly that something in the background failed: waits for a pause to be read out, goes by itself. */
export function notifyQuietly(message: string): void {
  notifications.show({ message, color: "gray", role: "status" });
}

/** As `notifyFailure`, for what is plain to see anyway: goes by itself after 6 s. */
export function notifyFailedBriefly(message: string): void {
  notifications.show({ message, color: "red", role: "alert" });
}
