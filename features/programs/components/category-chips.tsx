import { useId } from "react";
import { t } from "../../../lib/words/t.ts";
import styles from "./category-chips.module.css";

type CategoryChipsProps = {
  categories: readonly string[];
  /** Null for all. */
  chosen: string | null;
  onChoose: (category: string | null) => void;
};

/** Selects one category or all of them (decisions 736): radio buttons styled as chips. */
export function CategoryChips({ categories, chosen, onChoose }: CategoryChipsProps) {
  const name = useId();
  return (
    <fieldset className={styles.chips}>
      <legend className="visually-hidden">{t("library.category")}</legend>
      {[null, ...categories].map((category) => (
        <label key={category ?? ""} className={styles.chip}>
          <input
            type="radio"
            name={name}
            className="visually-hidden"
            checked={chosen === category}
            onChange={() => onChoose(category)}
          />
          {category ?? t("library.allCategories")}
        </label>
      ))}
    </fieldset>
  );
}
