import { Tabs } from "@mantine/core";
import styles from "./choice-tabs.module.css";
import { joinClassNames } from "./class-names.ts";

type ChoiceTabsProps = {
  /** The name of the choice, for screen readers. */
  label: string;
  tabs: readonly { value: string; label: string }[];
  className?: string;
};

/** The tabs of a `Tabs`, as buttons: one or two per row on a phone, in one row where there is room. */
export function ChoiceTabs({ label, tabs, className }: ChoiceTabsProps) {
  return (
    <Tabs.List className={joinClassNames(styles.tabs, className)} aria-label={label}>
      {tabs.map((tab) => (
        <Tabs.Tab key={tab.value} value={tab.value} data-tab={tab.value} className={styles.tab}>
          {tab.label}
        </Tabs.Tab>
      ))}
    </Tabs.List>
  );
}
