import { Button } from "@mantine/core";
import { IconPrinter } from "@tabler/icons-react";

/** Prints the screen as it is. */
export const PrintButton = () => (
  <Button
    variant="default"
    leftSection={<IconPrinter size={20} aria-hidden="true" />}
    onClick={() => window.print()}
  >
    Print
  </Button>
);
