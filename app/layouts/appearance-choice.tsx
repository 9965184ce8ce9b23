import type { MantineColorScheme } from "@mantine/core";
import { t } from "../../lib/words/t.ts";
import { setColourScheme, useColourScheme } from "../theme/colour-scheme.ts";
import styles from "./account-menu.module.css";

const SCHEMES: readonly MantineColorScheme[] = ["light", "dark", "auto"];

/** Light, dark or as the device; stored in this browser (care core 1). */
export function AppearanceChoice() {
  const chosen = useColourScheme();
  return (
    <fieldset className={styles.appearance}>
      <legend>{t("menu.appearance")}</legend>
      {SCHEMES.map((scheme) => (
        <label key={scheme} className={styles.choice}>
          <input
            type="radio"
            name="appearance"
            checked={chosen === scheme}
            onChange={() => setColourScheme(scheme)}
          />
          {t("menu.scheme", { scheme })}
        </label>
      ))}
    </fieldset>
  );
}
