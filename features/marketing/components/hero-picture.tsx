import { IconCheck, IconMessageCircle } from "@tabler/icons-react";
import { InitialsAvatar } from "../../../ui/initials-avatar.tsx";
import styles from "./hero-picture.module.css";

/** Three excerpts of a fictional notebook next to the headline. Decorative: the text below has the same content. */
export function HeroPicture() {
  return (
    <div className={styles.picture} aria-hidden="true">
      <div className={styles.slip}>
        <span className={styles.done}>
          <IconCheck size={24} stroke={3} />
        </span>
        <div>
          <p className={styles.title}>Ramipril, 5 mg</p>
          <p>Given by Jonas, 9:40</p>
        </div>
      </div>
      <div className={styles.slip}>
        <InitialsAvatar name="Anna Keller" />
        <div>
          <p className={styles.title}>A good morning</p>
          <p>Slept through. Porridge and half a pear, then to the gate and back.</p>
        </div>
      </div>
      <div className={styles.slip}>
        <InitialsAvatar name="Petra Sommer" />
        <div>
          <p className={styles.title}>
            <IconMessageCircle size={18} /> Petra, nurse
          </p>
          <p>The ankles are fine again. We go on as planned.</p>
        </div>
      </div>
    </div>
  );
}
