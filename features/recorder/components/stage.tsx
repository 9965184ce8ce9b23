import { Loader } from "@mantine/core";
import { IconMicrophone, IconVideo, IconVideoOff } from "@tabler/icons-react";
import { type ReactNode, useEffect, useRef } from "react";
import { t } from "../../../lib/words/t.ts";
import type { RecorderView } from "../client/meeting-recorder.ts";
import { Playback } from "./playback.tsx";
import { RecordingTime } from "./recording-time.tsx";
import { SoundLevel } from "./sound-level.tsx";
import styles from "./stage.module.css";

/** The live stream of camera and microphone, or the finished recording. */
export function Stage({ view }: { view: RecorderView }) {
  const { state, stream, since, recorded } = view;
  if (state.name === "stopped")
    return (
      <div className={styles.stage}>
        {recorded && <Playback blob={recorded.blob} label={t("recorder.recorded")} />}
        {!recorded && <Sign picture={<Loader color="white" />}>{t("recorder.assembling")}</Sign>}
      </div>
    );
  const hasPicture = stream?.getVideoTracks().some(({ readyState }) => readyState === "live");
  return (
    <div className={styles.stage} data-recording={since !== null || undefined}>
      {stream && hasPicture && <Preview stream={stream} />}
      {stream && !hasPicture && (
        <Sign picture={<IconMicrophone size={64} stroke={1.25} />}>{t("recorder.soundOnly")}</Sign>
      )}
      {!stream && state.name === "requesting-permissions" && (
        <Sign picture={<IconVideo size={64} stroke={1.25} />}>{t("recorder.allow")}</Sign>
      )}
      {!stream && state.name !== "requesting-permissions" && (
        <Sign picture={<IconVideoOff size={64} stroke={1.25} />} />
      )}
      {since !== null && <RecordingTime since={since} />}
      {stream && <SoundLevel stream={stream} isRecording={since !== null} />}
    </div>
  );
}

function Sign({ picture, children }: { picture: ReactNode; children?: ReactNode }) {
  return (
    <div className={styles.sign} aria-hidden="true">
      {picture}
      {children && <p>{children}</p>}
    </div>
  );
}

function Preview({ stream }: { stream: MediaStream }) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (video.current) video.current.srcObject = stream;
  }, [stream]);
  return (
    <video
      ref={video}
      className={styles.video}
      muted
      autoPlay
      playsInline
      aria-label={t("recorder.preview")}
    />
  );
}
