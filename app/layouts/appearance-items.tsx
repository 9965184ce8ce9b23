import { type MantineColorScheme, Menu, useMantineColorScheme } from "@mantine/core";
import { IconCheck, IconDeviceLaptop, IconMoon, IconSun } from "@tabler/icons-react";

const choices: { scheme: MantineColorScheme; label: string; icon: typeof IconSun }[] = [
  { scheme: "light", label: "Light", icon: IconSun },
  { scheme: "dark", label: "Dark", icon: IconMoon },
  { scheme: "auto", label: "System", icon: IconDeviceLaptop },
];

/** Light, dark or as the device is; kept in this browser (care core 1). */
export function AppearanceItems() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <>
      <Menu.Label>Appearance</Menu.Label>
      {choices.map(({ scheme, label, icon: Icon }) => (
        <Menu.Item
          key={scheme}
          role="menuitemradio"
          aria-checked={colorScheme === scheme}
          closeMenuOnClick={false}
          leftSection={<Icon size={18} />}
          rightSection={colorScheme === scheme ? <IconCheck size={18} /> : null}
          onClick={() => setColorScheme(scheme)}
        >
          {label}
        </Menu.Item>
      ))}
    </>
  );
}
