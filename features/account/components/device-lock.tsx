import { Button, Group, PasswordInput } from "@mantine/core";
import { useEffect, useState } from "react";
import { t } from "../../../lib/words/t.ts";
import { announce } from "../../../ui/announce.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { notifyFailure } from "../../../ui/notify.ts";
import { Soft } from "../../../ui/text.tsx";
import { useSubmit } from "../../../ui/use-submit.ts";

const SHORTEST_PIN = 4;

/** The lock of the app on this device. */
export type LockOfDevice = {
  getKind: () => "pin" | "passkey" | null;
  /** Whether the device has a fingerprint, a face or a PIN of its own for it. */
  mayUsePasskey: () => Promise<boolean>;
  lockWithPin: (pin: string) => Promise<void>;
  /** Rejects when the person cancels. */
  lockWithPasskey: () => Promise<void>;
  remove: () => Promise<void>;
};

/** Locks the app on this device, or takes the lock off. */
export function DeviceLock({ lock }: { lock: LockOfDevice }) {
  const [kind, setKind] = useState(lock.getKind);
  const [isAsking, setIsAsking] = useState(false);
  const [hasPasskey, setHasPasskey] = useState(false);
  useEffect(() => void lock.mayUsePasskey().then(setHasPasskey, () => {}), [lock]);

  async function lockWithPasskey() {
    try {
      await lock.lockWithPasskey();
      setKind("passkey");
      announce(t("lock.nowLocked"));
    } catch (error) {
      console.warn("The app could not be locked with a passkey", error);
      notifyFailure(t("lock.notThisWay"));
    }
  }

  async function remove() {
    await lock.remove();
    setKind(null);
    announce(t("lock.isOff"));
  }

  if (kind)
    return (
      <>
        <p>{t("lock.isLocked", { kind })}</p>
        <Group>
          <Button variant="default" onClick={() => void remove()}>
            {t("lock.takeOff")}
          </Button>
        </Group>
      </>
    );
  return (
    <>
      <p>{t("lock.why")}</p>
      <Group>
        <Button variant="default" onClick={() => setIsAsking(true)}>
          {t("lock.withPin")}
        </Button>
        {hasPasskey && (
          <Button variant="default" onClick={() => void lockWithPasskey()}>
            {t("lock.withPasskey")}
          </Button>
        )}
      </Group>
      {isAsking && (
        <PinDialog
          onClose={() => setIsAsking(false)}
          onPin={async (pin) => {
            await lock.lockWithPin(pin);
            setIsAsking(false);
            setKind("pin");
            announce(t("lock.nowLocked"));
          }}
        />
      )}
    </>
  );
}

type PinDialogProps = { onClose: () => void; onPin: (pin: string) => Promise<void> };

function PinDialog({ onClose, onPin }: PinDialogProps) {
  const [pin, setPin] = useState("");
  const [again, setAgain] = useState("");
  const [wrong, setWrong] = useState<"pin" | "again" | null>(null);
  const { isBusy, problem, onSubmit } = useSubmit(t("lock.notLocked"));
  return (
    <FormDialog
      title={t("lock.newPin")}
      submit={t("lock.lock")}
      isBusy={isBusy}
      problem={problem}
      onClose={onClose}
      onSubmit={onSubmit(() => {
        const found = pin.length < SHORTEST_PIN ? "pin" : pin === again ? null : "again";
        setWrong(found);
        return found ? undefined : onPin(pin);
      })}
    >
      <PasswordInput
        label={t("lock.pin")}
        visibilityToggleButtonProps={{ "aria-label": t("lock.showPin") }}
        description={t("lock.pinLength", { count: SHORTEST_PIN })}
        autoComplete="off"
        data-autofocus
        value={pin}
        onChange={(event) => setPin(event.currentTarget.value)}
        error={wrong === "pin" && t("lock.tooShort", { count: SHORTEST_PIN })}
      />
      <PasswordInput
        label={t("lock.again")}
        visibilityToggleButtonProps={{ "aria-label": t("lock.showPin") }}
        autoComplete="off"
        value={again}
        onChange={(event) => setAgain(event.currentTarget.value)}
        error={wrong === "again" && t("lock.notSame")}
      />
      <Soft>{t("lock.whatItDoes")}</Soft>
    </FormDialog>
  );
}
