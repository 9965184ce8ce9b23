/** Playwright's names of modifier keys. */
const MODIFIERS = ["Alt", "Control", "Meta", "Shift", "ControlOrMeta"];

/** A key or combination in Playwright's words ("Shift+Tab") in those of user-event ("{Shift>}{Tab}{/Shift}"). */
export function userEventKeys(combination: string): string {
  const names = combination === "+" ? ["+"] : combination.split("+");
  const held = names.filter((name) => MODIFIERS.includes(name)).map((name) => name.replace("OrMeta", ""));
  const key = names.find((name) => !MODIFIERS.includes(name));
  const pressed = key === undefined ? "" : key === "Space" ? " " : key.length > 1 ? `{${key}}` : typed(key);
  return `${held.map((name) => `{${name}>}`).join("")}${pressed}${held.map((name) => `{/${name}}`).join("")}`;
}

/** A text to be typed key by key. */
export const typed = (text: string): string => text.replaceAll(/[{[]/g, "$&$&");
