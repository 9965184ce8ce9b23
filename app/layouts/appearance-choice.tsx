import { type MantineColorScheme, useMantineColorScheme } from "@mantine/core";
import styles from "./account-menu.module.css";

const choices: { scheme: MantineColorScheme; label: string }[] = [
  { scheme: "light", label: "Light" },
  { scheme: "dark", label: "Dark" },
  { scheme: "auto", label: "System" },
];

/** Light, dark or as the device; stored in this browser (care core 1). */
export function AppearanceChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <fieldset className={styles.appearance}>
      <legend>Appearance</legend>
      {choices.map(({ scheme, label }) => (
        <label key={scheme} className={styles.choice}>
          <input
            type="radio"
            name="appearance"
            checked={colorScheme === scheme}
            onChange={() => setColorScheme(scheme)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
