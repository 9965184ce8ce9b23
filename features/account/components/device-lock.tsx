import { Button, Group, PasswordInput } from "@mantine/core";
import { useEffect, useState } from "react";
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
      announce("CareDiary is locked on this device.");
    } catch (error) {
      console.warn("The app could not be locked with a passkey", error);
      notifyFailure("CareDiary could not be locked this way. You can use a PIN.");
    }
  }

  async function remove() {
    await lock.remove();
    setKind(null);
    announce("The lock is off.");
  }

  if (kind)
    return (
      <>
        <p>
          Locked with {kind === "pin" ? "a PIN" : "this device’s fingerprint, face or PIN"}: CareDiary asks
          when it opens, and after five minutes out of sight.
        </p>
        <Group>
          <Button variant="default" onClick={() => void remove()}>
            Take the lock off
          </Button>
        </Group>
      </>
    );
  return (
    <>
      <p>Anyone who holds this device unlocked can open CareDiary. A lock asks them first.</p>
      <Group>
        <Button variant="default" onClick={() => setIsAsking(true)}>
          Lock with a PIN…
        </Button>
        {hasPasskey && (
          <Button variant="default" onClick={() => void lockWithPasskey()}>
            Lock with fingerprint or face…
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
            announce("CareDiary is locked on this device.");
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
  const { isBusy, problem, onSubmit } = useSubmit("CareDiary could not be locked. Please try again.");
  return (
    <FormDialog
      title="Lock with a PIN"
      submit="Lock"
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
        label="PIN"
        description={`At least ${SHORTEST_PIN} digits or letters. Longer is better.`}
        autoComplete="off"
        data-autofocus
        value={pin}
        onChange={(event) => setPin(event.currentTarget.value)}
        error={wrong === "pin" && `It needs at least ${SHORTEST_PIN} digits or letters.`}
      />
      <PasswordInput
        label="The same again"
        autoComplete="off"
        value={again}
        onChange={(event) => setAgain(event.currentTarget.value)}
        error={wrong === "again" && "The two aren’t the same."}
      />
      <Soft>
        After five wrong PINs what was read on this device is removed, and you sign in again. What you wrote
        and isn’t sent yet stays. The lock encrypts what you read here, not drafts and photos that wait. What
        was read before is fetched again, so stay connected for a moment.
      </Soft>
    </FormDialog>
  );
}
