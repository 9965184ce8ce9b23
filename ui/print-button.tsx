import { Button } from "@mantine/core";
import { IconPrinter } from "@tabler/icons-react";
import { t } from "../lib/words/t.ts";

/** Prints the screen as it is. @param isIcon the icon alone, where a phone's line has no room for the word */
export function PrintButton({ isIcon = false }: { isIcon?: boolean }) {
  const icon = <IconPrinter size={20} aria-hidden="true" />;
  const print = () => window.print();
  if (isIcon)
    return (
      <Button
        variant="default"
        w={44}
        h={44}
        p={0}
        aria-label={t("ui.print")}
        title={t("ui.print")}
        onClick={print}
      >
        {icon}
      </Button>
    );
  return (
    <Button variant="default" leftSection={icon} onClick={print}>
      {t("ui.print")}
    </Button>
  );
}
