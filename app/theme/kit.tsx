import { MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import type { ReactNode } from "react";
import "@mantine/core/styles.css";
import "@mantine/notifications/styles.css";
import "./kit.css";
import { cssVariables, theme } from "./theme.ts";

/** The UI kit with our theme; the scheme follows the device until a person chooses one. */
export function Kit({ children }: { children: ReactNode }) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <Notifications position="top-center" autoClose={6000} />
      {children}
    </MantineProvider>
  );
}
