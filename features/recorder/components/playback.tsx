import { useObjectUrl } from "../client/use-object-url.ts";
import styles from "./stage.module.css";

type PlaybackProps = {
  blob: Blob;
  /** Its name for screen readers. */
  label: string;
  autoPlay?: boolean;
};

/** Plays a recording; as audio when it has no video. */
export function Playback({ blob, label, autoPlay = false }: PlaybackProps) {
  const url = useObjectUrl(blob);
  if (!url) return null;
  const shown = { src: url, controls: true, autoPlay, "aria-label": label };
  if (blob.type.startsWith("audio")) return <audio {...shown} className={styles.sound} />;
  return <video {...shown} className={styles.video} playsInline />;
}
