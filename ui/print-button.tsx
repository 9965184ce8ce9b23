import { Button } from "@mantine/core";
import { IconPrinter } from "@tabler/icons-react";

/** Prints the screen as it is. @param isIcon the icon alone, where a phone's line has no room for the word */
export function PrintButton({ isIcon = false }: { isIcon?: boolean }) {
  const icon = <IconPrinter size={20} aria-hidden="true" />;
  const print = () => window.print();
  if (isIcon)
    return (
      <Button variant="default" w={44} h={44} p={0} aria-label="Print" title="Print" onClick={print}>
        {icon}
      </Button>
    );
  return (
    <Button variant="default" leftSection={icon} onClick={print}>
      Print
    </Button>
  );
}
