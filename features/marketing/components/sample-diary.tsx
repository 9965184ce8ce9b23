import { t } from "../../../lib/words/t.ts";
import { InitialsAvatar } from "../../../ui/initials-avatar.tsx";
import { Facts } from "../../../ui/text.tsx";
import styles from "./sample-diary.module.css";
import { SampleMedications } from "./sample-medications.tsx";
import { SampleNotes } from "./sample-notes.tsx";
import { SampleProgram, SampleTasks } from "./sample-tasks.tsx";

/** A day of a fictional notebook, as live markup styled like the product. */
export function SampleDiary() {
  return (
    <div className={styles.diary}>
      <div className={styles.head}>
        <InitialsAvatar name="Rosa Blum" size={48} />
        <div>
          <p className={styles.name}>{t("sample.notebook")}</p>
          <Facts className={styles.meta}>
            <span>{t("sample.members")}</span>
            <span>{t("sample.noteCount")}</span>
            <span>{t("sample.updated")}</span>
          </Facts>
        </div>
      </div>
      <div className={styles.columns}>
        <SampleNotes />
        <div className={styles.side}>
          <SampleTasks />
          <SampleProgram />
        </div>
      </div>
      <SampleMedications />
    </div>
  );
}
