import type { MantineColorScheme } from "@mantine/core";
import { setColourScheme, useColourScheme } from "../theme/colour-scheme.ts";
import styles from "./account-menu.module.css";

const choices: { scheme: MantineColorScheme; label: string }[] = [
  { scheme: "light", label: "Light" },
  { scheme: "dark", label: "Dark" },
  { scheme: "auto", label: "System" },
];

/** Light, dark or as the device; stored in this browser (care core 1). */
export function AppearanceChoice() {
  const chosen = useColourScheme();
  return (
    <fieldset className={styles.appearance}>
      <legend>Appearance</legend>
      {choices.map(({ scheme, label }) => (
        <label key={scheme} className={styles.choice}>
          <input
            type="radio"
            name="appearance"
            checked={chosen === scheme}
            onChange={() => setColourScheme(scheme)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
