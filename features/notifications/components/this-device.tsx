import { Alert, Button, Group } from "@mantine/core";
import { useConvex } from "convex/react";
import { useEffect, useState } from "react";
import type { ReminderTarget } from "../../../lib/api.ts";
import { getErrorMessage } from "../../../lib/error-message.ts";
import { notifyFailure, notifySuccess } from "../../../ui/notify.ts";
import { INSTALL_STEPS, listAllowSteps, OBSTACLES } from "../client/obstacle-words.ts";
import { computeOwnHash, findObstacle, turnOff, turnOn } from "../client/this-device.ts";
import styles from "./settings.module.css";

type ThisDeviceProps = { targets: readonly ReminderTarget[] };

/** Turns notifications on and off in this browser, or shows the obstacle and its remedy. */
export function ThisDevice({ targets }: ThisDeviceProps) {
  const convex = useConvex();
  const [obstacle, setObstacle] = useState(findObstacle);
  const [hash, setHash] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list changes when this browser was added or removed
  useEffect(() => void computeOwnHash().then(setHash, () => {}), [targets]);
  const isOn = hash !== null && targets.some(({ endpointHash }) => endpointHash === hash);

  async function change() {
    setIsBusy(true);
    try {
      if (isOn) await turnOff(convex);
      else if (await turnOn(convex)) notifySuccess("Notifications are on in this browser.");
    } catch (error) {
      console.error("Notifications could not be changed", error);
      notifyFailure(getErrorMessage(error, "The browser could not be subscribed. Please try again later"));
    } finally {
      setObstacle(findObstacle());
      setHash(await computeOwnHash().catch(() => null));
      setIsBusy(false);
    }
  }

  if (obstacle) {
    const steps =
      obstacle === "needs install"
        ? INSTALL_STEPS
        : obstacle === "denied"
          ? listAllowSteps(navigator.userAgent)
          : [];
    return (
      <Alert color="yellow" variant="outline" title="Not on this device yet">
        <p className={styles.why}>{OBSTACLES[obstacle]}</p>
        {steps.length > 0 && (
          <ol className={styles.steps}>
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        )}
      </Alert>
    );
  }
  return (
    <>
      <p>
        {isOn
          ? "This browser shows your notifications, also when CareDiary is closed."
          : "This browser can show your notifications, also when CareDiary is closed. It will ask you to allow it."}
      </p>
      <Group>
        <Button variant={isOn ? "default" : undefined} loading={isBusy} onClick={() => void change()}>
          {isOn ? "Turn off on this device" : "Turn on on this device"}
        </Button>
      </Group>
    </>
  );
}
