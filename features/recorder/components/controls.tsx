import { Button, Checkbox } from "@mantine/core";
import {
  IconCheck,
  IconDownload,
  IconPlayerRecordFilled,
  IconPlayerStopFilled,
  IconTrash,
  IconVideo,
  IconVideoOff,
} from "@tabler/icons-react";
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { readStored, writeStored } from "../../../lib/browser-store.ts";
import { t } from "../../../lib/words/t.ts";
import { downloadBlob } from "../client/download-blob.ts";
import type { MeetingRecorder, RecorderView } from "../client/meeting-recorder.ts";
import type { StateName } from "../client/recorder-machine.ts";
import styles from "./controls.module.css";

const SOUND_ONLY = "recorder.soundOnly";
const icon = { size: 22, "aria-hidden": true } as const;

/** The actions of each state, within reach of a thumb (decisions W1014). */
export function Controls({ recorder, view }: { recorder: MeetingRecorder; view: RecorderView }) {
  const [soundOnly, setSoundOnly] = useState(() => readStored<boolean>(SOUND_ONLY) ?? false);
  const { state, recorded } = view;

  function choose(next: boolean) {
    setSoundOnly(next);
    writeStored(SOUND_ONLY, next || null);
  }

  const deactivate = (
    <Button
      className={styles.button}
      variant="default"
      leftSection={<IconVideoOff {...icon} />}
      onClick={() => recorder.deactivate()}
    >
      {t("recorder.deactivate")}
    </Button>
  );

  switch (state.name) {
    case "deactivated":
    case "error":
      return (
        <Row state={state.name}>
          <Button
            className={styles.button}
            leftSection={<IconVideo {...icon} />}
            onClick={() => recorder.activate(soundOnly)}
          >
            {state.name === "error" ? t("recorder.tryAgain") : t("recorder.activate")}
          </Button>
          {state.problem !== "unsupported" && (
            <Checkbox
              label={t("recorder.soundOnlyChoice")}
              checked={soundOnly}
              onChange={(event) => choose(event.currentTarget.checked)}
            />
          )}
        </Row>
      );
    case "requesting-permissions":
      return <Row state={state.name}>{deactivate}</Row>;
    case "ready":
      return (
        <Row state={state.name}>
          <Button
            className={styles.button}
            color="red"
            leftSection={<IconPlayerRecordFilled {...icon} />}
            onClick={() => recorder.start()}
          >
            {t("recorder.start")}
          </Button>
          {deactivate}
        </Row>
      );
    case "recording":
      return (
        <Row state={state.name}>
          <Button
            className={styles.button}
            color="red"
            leftSection={<IconPlayerStopFilled {...icon} />}
            onClick={() => recorder.stop()}
          >
            {t("recorder.stop")}
          </Button>
          {deactivate}
        </Row>
      );
    case "stopped":
      return (
        <Row state={state.name}>
          <Button
            className={styles.button}
            leftSection={<IconCheck {...icon} />}
            loading={state.isSaving}
            disabled={!recorded}
            onClick={() => recorder.keep()}
          >
            {t("recorder.keep")}
          </Button>
          {recorded && state.problem === "save" && (
            <Button
              className={styles.button}
              variant="default"
              leftSection={<IconDownload {...icon} />}
              onClick={() => downloadBlob(recorded.blob, recorded.filename)}
            >
              {t("recorder.download")}
            </Button>
          )}
          {state.hasDevices && deactivate}
          {/* Last, apart and red, against pressing it instead of saving. */}
          <Button
            className={`${styles.button} ${styles.apart}`}
            variant="subtle"
            color="red"
            leftSection={<IconTrash {...icon} />}
            disabled={!recorded || state.isSaving}
            onClick={() => recorder.discard()}
          >
            {t("recorder.discard")}
          </Button>
        </Row>
      );
  }
}

/**
 * The buttons of a state. When the focused button disappears, the first one is focused; the second click of a double
 * click, which would hit the next state's button, is ignored.
 */
function Row({ state, children }: { state: StateName; children: ReactNode }) {
  const row = useRef<HTMLDivElement>(null);
  const shown = useRef<StateName>(null);
  useLayoutEffect(() => {
    const isFirst = shown.current === null;
    shown.current = state;
    if (!isFirst && document.activeElement === document.body) row.current?.querySelector("button")?.focus();
  }, [state]);
  return (
    <div
      ref={row}
      className={styles.controls}
      onClickCapture={(event) => event.detail > 1 && event.stopPropagation()}
    >
      {children}
    </div>
  );
}
