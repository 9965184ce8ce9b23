import { type MantineColorScheme, Radio, Stack, useMantineColorScheme } from "@mantine/core";
import { t } from "../../../lib/words/t.ts";
import { Section } from "./section.tsx";

/** The colour scheme: light, dark or the system's; stored in this browser only. */
export function Appearance() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Section title={t("account.appearance")}>
      <Radio.Group
        aria-label={t("account.appearance")}
        value={colorScheme}
        onChange={(scheme) => setColorScheme(scheme as MantineColorScheme)}
      >
        <Stack gap="sm">
          <Radio value="light" label={t("account.light")} />
          <Radio value="dark" label={t("account.dark")} />
          <Radio value="auto" label={t("account.system")} description={t("account.asDevice")} />
        </Stack>
      </Radio.Group>
    </Section>
  );
}
