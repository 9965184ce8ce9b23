import { Tabs } from "@mantine/core";
import styles from "./choice-tabs.module.css";
import { classNames } from "./class-names.ts";

type ChoiceTabsProps = {
  /** What is chosen, for screen readers. */
  label: string;
  tabs: readonly { value: string; label: string }[];
  className?: string;
};

/** The tabs of a `Tabs`, as buttons: below each other or two by two on a phone, in a row where there is room. */
export function ChoiceTabs({ label, tabs, className }: ChoiceTabsProps) {
  return (
    <Tabs.List className={classNames(styles.tabs, className)} aria-label={label}>
      {tabs.map((tab) => (
        <Tabs.Tab key={tab.value} value={tab.value} data-tab={tab.value} className={styles.tab}>
          {tab.label}
        </Tabs.Tab>
      ))}
    </Tabs.List>
  );
}
