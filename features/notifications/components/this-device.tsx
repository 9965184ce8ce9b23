import { Alert, Button, Group } from "@mantine/core";
import { useConvex } from "convex/react";
import { useEffect, useState } from "react";
import type { ReminderTarget } from "../../../lib/api.ts";
import { getErrorMessage } from "../../../lib/error-message.ts";
import { t } from "../../../lib/words/t.ts";
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
      else if (await turnOn(convex)) notifySuccess(t("devices.nowOn"));
    } catch (error) {
      console.error("Notifications could not be changed", error);
      notifyFailure(getErrorMessage(error, t("devices.notSubscribed")));
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
      <Alert color="yellow" variant="outline" title={t("devices.notHere")}>
        <p className={styles.why}>{t(OBSTACLES[obstacle])}</p>
        {steps.length > 0 && (
          <ol className={styles.steps}>
            {steps.map((step) => (
              <li key={step}>{t(step)}</li>
            ))}
          </ol>
        )}
      </Alert>
    );
  }
  return (
    <>
      <p>{isOn ? t("devices.isOn") : t("devices.isOff")}</p>
      <Group>
        <Button variant={isOn ? "default" : undefined} loading={isBusy} onClick={() => void change()}>
          {isOn ? t("devices.turnOff") : t("devices.turnOn")}
        </Button>
      </Group>
    </>
  );
}
