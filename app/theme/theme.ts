import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from "@mantine/core";
import { t } from "../../lib/words/t.ts";
import classes from "./theme.module.css";

const teal: MantineColorsTuple = [
  "#e6f4f2",
  "#cfe8e5",
  "#a5d6d1",
  "#7fd0c9",
  "#52b3ac",
  "#349d96",
  "#228a83",
  "#157873",
  "#0b6b66",
  "#06524e",
];
const red: MantineColorsTuple = [
  "#fdecea",
  "#f9d3cf",
  "#f2aaa3",
  "#ffa69c",
  "#e0685d",
  "#d24b3f",
  "#c3392d",
  "#b32d23",
  "#a3241b",
  "#7d1811",
];
/** Amber, for warnings. */
const yellow: MantineColorsTuple = [
  "#fdf6e3",
  "#fdeecb",
  "#fae0a5",
  "#f8d894",
  "#f6cf85",
  "#dfa83f",
  "#b37d1c",
  "#925f0a",
  "#7a4a00",
  "#5c3800",
];
/** Warm greys for the light scheme; the kit's own look bluish on the paper colour. */
const gray: MantineColorsTuple = [
  "#faf8f5",
  "#f4f0ea",
  "#ece6dc",
  "#e0d8cb",
  "#d0c6b8",
  "#b0a596",
  "#857b6f",
  "#574f46",
  "#3d372f",
  "#282319",
];
/** Warm greys for the dark scheme: text, dimmed, borders, surfaces, from light to dark. */
const dark: MantineColorsTuple = [
  "#ece6dd",
  "#d8d0c4",
  "#bdb2a4",
  "#a69b8d",
  "#5a5148",
  "#3a342e",
  "#2a2520",
  "#1e1a17",
  "#171411",
  "#110e0c",
];

const inputHeight = () => ({ wrapper: { "--input-height": "2.75rem", "--input-size": "2.75rem" } });

/** The product's theme (design, "The look and the feel"); colours of pages come from `tokens.css`. */
export const theme = createTheme({
  primaryColor: "teal",
  primaryShade: 8,
  colors: { gray, teal, red, yellow, dark },
  fontFamily: "var(--font)",
  headings: { fontFamily: "var(--font)", fontWeight: "700" },
  defaultRadius: "md",
  cursorType: "pointer",
  respectReducedMotion: true,
  // By name rather than `Button.extend`: importing the components here would put all of them into the first load.
  components: {
    Button: {
      defaultProps: { size: "md" },
      vars: () => ({ root: { "--button-height": "2.75rem" } }),
      classNames: { root: classes.button, inner: classes.buttonInner, label: classes.buttonLabel },
    },
    ActionIcon: { defaultProps: { size: 44, variant: "subtle" } },
    CloseButton: { defaultProps: { size: 44 } },
    Input: { defaultProps: { size: "md" }, vars: inputHeight, classNames: { wrapper: classes.field } },
    InputWrapper: { defaultProps: { size: "md" } },
    InputError: { defaultProps: { role: "alert" } },
    Checkbox: {
      defaultProps: { size: "md" },
      classNames: { input: classes.choice, labelWrapper: classes.choiceLabel },
    },
    Radio: {
      defaultProps: { size: "md" },
      classNames: { radio: classes.choice, labelWrapper: classes.choiceLabel },
    },
    Switch: { defaultProps: { size: "md" }, classNames: { labelWrapper: classes.choiceLabel } },
    PasswordInput: {
      defaultProps: () => ({
        size: "md",
        visibilityToggleButtonProps: { "aria-label": t("ui.showPassword"), tabIndex: 0 },
      }),
    },
    Badge: { defaultProps: { size: "lg" }, classNames: { root: classes.badge, label: classes.badgeLabel } },
    Card: { classNames: { root: classes.surface } },
    Paper: { classNames: { root: classes.surface } },
    Modal: { classNames: { content: classes.surface } },
    Notification: { defaultProps: () => ({ closeButtonProps: { "aria-label": t("ui.dismiss") } }) },
  },
});

const colours = {
  "--mantine-color-body": "var(--paper)",
  "--mantine-color-text": "var(--ink)",
  "--mantine-color-bright": "var(--ink)",
  "--mantine-color-dimmed": "var(--ink-soft)",
  "--mantine-color-placeholder": "var(--ink-soft)",
  "--mantine-color-error": "var(--red-ink)",
  "--mantine-color-anchor": "var(--action-text)",
  "--mantine-color-default": "var(--surface)",
  "--mantine-color-default-color": "var(--ink)",
  "--mantine-color-default-border": "var(--line-strong)",
};

/** Maps Mantine's colours to ours, and darkens those that miss WCAG AA on the paper colour; for `kit-variables.css`. */
export const toCssVariables: CSSVariablesResolver = () => ({ variables: {}, light: colours, dark: colours });
