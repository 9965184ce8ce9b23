import { Button, NativeSelect, Switch } from "@mantine/core";
import { useCallback, useEffect, useState } from "react";
import { formatShortDate } from "../../../lib/dates/time.ts";
import { t } from "../../../lib/words/t.ts";
import { announce } from "../../../ui/announce.ts";
import { DeviceLock, type LockOfDevice } from "./device-lock.tsx";
import { Section } from "./section.tsx";

/** What this browser keeps of what the person has read. */
export type DeviceCopy = {
  /** How much it is: bytes, and since when, epoch ms; null where the browser keeps nothing, such as over plain http. */
  measure: () => Promise<{ bytes: number; since: number | null } | null>;
  remove: () => Promise<void>;
  isOn: () => boolean;
  /** Keeps results from now on; or removes all and keeps nothing more. */
  turn: (on: boolean) => Promise<void>;
};

/** How much the browser may keep: days without a connection, and the newest notes of each notebook. */
type HowMuch = { days: number; notes: number };

type OnThisDeviceProps = {
  copy: DeviceCopy;
  choices: readonly HowMuch[];
  days: number;
  /** Resolves when no more than that is kept. */
  onDays: (days: number) => Promise<void>;
  lock: LockOfDevice;
};

/** What this browser keeps for times without a connection, and how to remove it. */
export function OnThisDevice({ copy, choices, days: chosen, onDays, lock }: OnThisDeviceProps) {
  const [days, setDays] = useState(chosen);
  const [kept, setKept] = useState<Awaited<ReturnType<DeviceCopy["measure"]>>>();
  const [isOn, setIsOn] = useState(copy.isOn);
  const measure = useCallback(() => copy.measure().then(setKept), [copy]);
  useEffect(() => void measure(), [measure]);
  if (kept === undefined) return null;

  async function remove() {
    await copy.remove();
    announce(t("account.removedFromDevice"));
    await measure();
  }

  async function choose(next: number) {
    setDays(next);
    await onDays(next);
    await measure();
  }

  async function turn(on: boolean) {
    setIsOn(on);
    await copy.turn(on);
    await measure();
  }

  return (
    <Section title={t("account.onThisDevice")}>
      {kept === null ? (
        <p>{t("account.keepsNothing")}</p>
      ) : (
        <>
          <Switch
            label={t("account.keepReads")}
            description={t("account.keepReadsHelp", { days })}
            checked={isOn}
            onChange={(event) => void turn(event.currentTarget.checked)}
          />
          {isOn && (
            <NativeSelect
              label={t("account.howMuch")}
              value={days}
              onChange={(event) => void choose(Number(event.currentTarget.value))}
              data={choices.map((each) => ({
                value: String(each.days),
                label: t("account.keptChoice", { days: each.days, notes: each.notes }),
              }))}
            />
          )}
          {isOn && (
            <p>
              {kept.since === null
                ? t("account.nothingKept")
                : t("account.keptSince", {
                    size: formatMegabytes(kept.bytes),
                    date: formatShortDate(kept.since),
                  })}
            </p>
          )}
          {isOn && kept.since !== null && (
            <Button variant="default" onClick={() => void remove()}>
              {t("account.removeFromDevice")}
            </Button>
          )}
          <DeviceLock lock={lock} />
        </>
      )}
    </Section>
  );
}

/** "0.4 MB", at least "0.1 MB". */
const formatMegabytes = (bytes: number): string =>
  `${Math.max(0.1, bytes / 1_000_000).toLocaleString(undefined, { maximumFractionDigits: 1 })} MB`;
