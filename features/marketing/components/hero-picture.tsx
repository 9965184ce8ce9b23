import { IconCheck, IconMessageCircle } from "@tabler/icons-react";
import { t } from "../../../lib/words/t.ts";
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
          <p className={styles.title}>{t("sample.pictureMedicine")}</p>
          <p>{t("sample.pictureGiven")}</p>
        </div>
      </div>
      <div className={styles.slip}>
        <InitialsAvatar name="Anna Keller" />
        <div>
          <p className={styles.title}>{t("sample.morning")}</p>
          <p>{t("sample.pictureMorning")}</p>
        </div>
      </div>
      <div className={styles.slip}>
        <InitialsAvatar name="Petra Sommer" />
        <div>
          <p className={styles.title}>
            <IconMessageCircle size={18} /> {t("sample.pictureNurse")}
          </p>
          <p>{t("sample.pictureComment")}</p>
        </div>
      </div>
    </div>
  );
}
