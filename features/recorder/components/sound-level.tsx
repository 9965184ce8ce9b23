import { IconMicrophone } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { t } from "../../../lib/words/t.ts";
import styles from "./stage.module.css";

/** Levels below this share of full volume count as silence; a muted microphone gives exactly 0. */
const SILENCE = 0.002;
/** How many ms of silence are taken for a problem. */
const SUSPICIOUS_MS = 10_000;

/** Shows the microphone's level, with a warning when a recording is silent for long. */
export function SoundLevel({ stream, isRecording }: { stream: MediaStream; isRecording: boolean }) {
  const bar = useRef<HTMLSpanElement>(null);
  const [isSilent, setIsSilent] = useState(false);

  useEffect(() => {
    if (stream.getAudioTracks().length === 0) return;
    const context = new AudioContext();
    const analyser = context.createAnalyser();
    context.createMediaStreamSource(stream).connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    let heardAt = Date.now();
    const measure = () => {
      analyser.getFloatTimeDomainData(samples);
      const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
      if (loudest > SILENCE) heardAt = Date.now();
      setIsSilent(Date.now() - heardAt > SUSPICIOUS_MS);
      // Perceived loudness: the square root raises quiet voices.
      if (bar.current) bar.current.style.transform = `scaleX(${Math.min(1, Math.sqrt(loudest))})`;
    };
    const timer = setInterval(measure, 100);
    return () => {
      clearInterval(timer);
      void context.close();
    };
  }, [stream]);

  return (
    <div className={styles.level}>
      <IconMicrophone size={20} aria-hidden="true" />
      <span className={styles.track} aria-hidden="true">
        <span ref={bar} className={styles.bar} />
      </span>
      {isSilent && isRecording && <span role="alert">{t("recorder.silent")}</span>}
    </div>
  );
}
