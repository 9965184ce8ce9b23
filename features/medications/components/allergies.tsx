import { Link } from "@tanstack/react-router";
import type { Notebook } from "../../../lib/api.ts";
import { getShownId } from "../../../lib/shown-id.ts";
import { Section } from "../../../ui/section.tsx";
import { Soft } from "../../../ui/text.tsx";
import styles from "./allergies.module.css";

/** The allergies from the information about the person. */
export function Allergies({ notebook }: { notebook: Notebook }) {
  const { allergies } = notebook.details;
  return (
    <Section
      title="Allergies"
      className={`${styles.allergies} no-print`}
      data-hidden={!allergies || undefined}
    >
      {!allergies && <Soft>Shown to the owner, admins, caregivers and clinicians.</Soft>}
      {allergies?.length === 0 && (
        <p className={styles.text}>
          Nobody has entered allergies yet. That doesn't mean that there are none.
        </p>
      )}
      {allergies && allergies.length > 0 && (
        <ul className={styles.list}>
          {allergies.map((allergy) => (
            <li key={allergy}>{allergy}</li>
          ))}
        </ul>
      )}
      {notebook.permissions.includes("notebook.edit") && (
        <Link to="/care/$diaryId/edit" params={{ diaryId: getShownId(notebook) }} className={styles.link}>
          {allergies?.length === 0 ? "Enter" : "Change"}
          <span className="visually-hidden"> allergies</span>
        </Link>
      )}
    </Section>
  );
}
