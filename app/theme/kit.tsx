import { MantineContext, MantineThemeProvider } from "@mantine/core";
import {
  type ComponentProps,
  type ComponentType,
  type FunctionComponent,
  type ReactNode,
  useLayoutEffect,
  useMemo,
} from "react";
import "@mantine/core/styles.layer.css";
import "./kit.css";
import "./kit-variables.css";
import { setColourScheme, useColourScheme } from "./colour-scheme.ts";
import { theme } from "./theme.ts";

const root = () => document.documentElement;

/**
 * The UI kit with our theme, around each screen and dialog that uses it: the frame and home do without, so that the
 * first screen doesn't wait for it. Not Mantine's own provider, which computes the content of `kit-variables.css` on
 * each start.
 */
export function Kit({ children }: { children: ReactNode }) {
  const colorScheme = useColourScheme();
  useLayoutEffect(() => root().setAttribute("data-respect-reduced-motion", "true"), []);
  const value = useMemo<ComponentProps<typeof MantineContext>["value"]>(
    () => ({
      colorScheme,
      setColorScheme: setColourScheme,
      clearColorScheme: () => setColourScheme("auto"),
      getRootElement: root,
      classNamesPrefix: "mantine",
      cssVariablesSelector: ":root",
      withStaticClasses: true,
    }),
    [colorScheme],
  );
  return (
    <MantineContext value={value}>
      <MantineThemeProvider theme={theme} inherit={false}>
        {children}
      </MantineThemeProvider>
    </MantineContext>
  );
}

/** The same component inside the UI kit. */
export function withKit<Props extends object>(Part: ComponentType<Props>): FunctionComponent<Props> {
  return function InKit(props: Props) {
    return (
      <Kit>
        <Part {...props} />
      </Kit>
    );
  };
}
