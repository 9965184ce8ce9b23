import { Tabs } from "@mantine/core";
import { useEffect, useRef } from "react";
import styles from "./choice-tabs.module.css";
import { joinClassNames } from "./class-names.ts";

type ChoiceTabsProps = {
  /** The name of the choice, for screen readers. */
  label: string;
  tabs: readonly { value: string; label: string }[];
  /** In one row on a phone too, which scrolls. */
  isOneLine?: boolean;
  className?: string;
};

/** The tabs of a `Tabs`, as buttons: one or two per row on a phone, in one row where there is room. */
export function ChoiceTabs({ label, tabs, isOneLine = false, className }: ChoiceTabsProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isOneLine) return;
    const active = list.current?.querySelector<HTMLElement>("[data-active]");
    active?.scrollIntoView?.({ block: "nearest", inline: "nearest" });
  }, [isOneLine]);
  return (
    <Tabs.List
      ref={list}
      className={joinClassNames(styles.tabs, isOneLine && styles.oneLine, className)}
      aria-label={label}
    >
      {tabs.map((tab) => (
        <Tabs.Tab key={tab.value} value={tab.value} data-tab={tab.value} className={styles.tab}>
          {tab.label}
        </Tabs.Tab>
      ))}
    </Tabs.List>
  );
}
