import { Card } from "../../../ui/card.tsx";
import { Section } from "../../../ui/section.tsx";
import styles from "./recorder-page.module.css";

/** Instructions for recording a meeting (decisions W1019). */
export function Instructions() {
  return (
    <Card as={Section} title="How to record" className={styles.card}>
      <ol className={styles.steps}>
        <li>
          <strong>Ask everybody in the room</strong> whether they agree. In many places recording somebody
          without their consent is against the law.
        </li>
        <li>Press Activate and allow the camera and the microphone.</li>
        <li>Put the device where it hears everybody, then press Start Recording.</li>
        <li>Keep this page in front: recording stops when you go to another tab or lock the screen.</li>
        <li>Press Stop Recording, play it, then Keep or Discard it.</li>
        <li>Press Deactivate when you are done: camera and microphone go off.</li>
      </ol>
    </Card>
  );
}
