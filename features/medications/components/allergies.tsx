import { Link } from "@tanstack/react-router";
import type { Notebook } from "../../../lib/api.ts";
import { getShownId } from "../../../lib/shown-id.ts";
import { t } from "../../../lib/words/t.ts";
import { Rich } from "../../../ui/rich.tsx";
import { Section } from "../../../ui/section.tsx";
import { Soft } from "../../../ui/text.tsx";
import styles from "./allergies.module.css";

/** The allergies from the information about the person. */
export function Allergies({ notebook }: { notebook: Notebook }) {
  const { allergies } = notebook.details;
  return (
    <Section
      title={t("medicationlist.allergies")}
      className={`${styles.allergies} no-print`}
      data-hidden={!allergies || undefined}
    >
      {!allergies && <Soft>{t("medicationlist.allergiesHidden")}</Soft>}
      {allergies?.length === 0 && <p className={styles.text}>{t("medicationlist.noAllergies")}</p>}
      {allergies && allergies.length > 0 && (
        <ul className={styles.list}>
          {allergies.map((allergy) => (
            <li key={allergy}>{allergy}</li>
          ))}
        </ul>
      )}
      {notebook.permissions.includes("notebook.edit") && (
        <Link to="/care/$diaryId/edit" params={{ diaryId: getShownId(notebook) }} className={styles.link}>
          <Rich
            text={
              allergies?.length === 0 ? "medicationlist.enterAllergies" : "medicationlist.changeAllergies"
            }
          />
        </Link>
      )}
    </Section>
  );
}
