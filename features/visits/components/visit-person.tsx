import type { Notebook } from "../../../lib/api.ts";
import { toDayInZone } from "../../../lib/dates/zone-day.ts";
import { t } from "../../../lib/words/t.ts";
import { Section } from "../../../ui/section.tsx";
import { Soft } from "../../../ui/text.tsx";
import { useMinute } from "../../../ui/use-now.ts";
import { type Fact, getNotebookFacts, getSavedNotebookValues } from "../../notebooks/client/public.ts";
import styles from "./visit-person.module.css";

/** What doctors ask for first, in this order. */
const SHOWN: readonly Fact["name"][] = [
  "fullName",
  "dateOfBirth",
  "bloodType",
  "conditions",
  "emergencyContacts",
  "familyDoctor",
];

/** The allergies, so that nobody misses them, and who the person is. */
export function VisitPerson({ notebook }: { notebook: Notebook }) {
  const today = toDayInZone(useMinute(), notebook.timeZone);
  const { basic, medical } = getNotebookFacts(getSavedNotebookValues(notebook), today);
  const facts = [...basic, ...medical]
    .filter(({ name }) => SHOWN.includes(name))
    .sort((a, b) => SHOWN.indexOf(a.name) - SHOWN.indexOf(b.name));
  const allergies = notebook.details.allergies ?? [];
  return (
    <>
      <Section title={t("visit.allergies")} className={styles.allergies}>
        {allergies.length === 0 ? (
          <Soft>{t("visit.noAllergies")}</Soft>
        ) : (
          <ul className={styles.list}>
            {allergies.map((allergy) => (
              <li key={allergy}>{allergy}</li>
            ))}
          </ul>
        )}
      </Section>
      <Section title={t("visit.person")} isApart>
        <dl className={styles.facts}>
          {facts.map((fact) => (
            <PersonFact key={fact.name} fact={fact} />
          ))}
        </dl>
      </Section>
    </>
  );
}

/** One fact; a missing one is named as missing, so that it isn't taken for "none". */
function PersonFact({ fact: { label, lines } }: { fact: Fact }) {
  return (
    <div className={styles.fact}>
      <dt>{label}</dt>
      {lines.length === 0 && <dd>{t("visit.notEntered")}</dd>}
      {lines.map(({ text, phone }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two contacts may read the same
        <dd key={index}>
          {phone ? (
            <a href={`tel:${phone.replace(/[^\d+*#]/g, "")}`} className={styles.call}>
              {text}
            </a>
          ) : (
            text
          )}
        </dd>
      ))}
    </div>
  );
}
