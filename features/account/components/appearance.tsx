import { type MantineColorScheme, Radio, Stack, useMantineColorScheme } from "@mantine/core";
import { Section } from "./section.tsx";

/** The colour scheme: light, dark or the system's; stored in this browser only. */
export function Appearance() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Section title="Appearance">
      <Radio.Group
        aria-label="Appearance"
        value={colorScheme}
        onChange={(scheme) => setColorScheme(scheme as MantineColorScheme)}
      >
        <Stack gap="sm">
          <Radio value="light" label="Light" />
          <Radio value="dark" label="Dark" />
          <Radio value="auto" label="System" description="As this device is set" />
        </Stack>
      </Radio.Group>
    </Section>
  );
}
