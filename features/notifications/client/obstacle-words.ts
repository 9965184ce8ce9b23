import type { Obstacle } from "./this-device.ts";

/** Why this browser can't show notifications. */
export const OBSTACLES: Record<Obstacle, string> = {
  "no https":
    "Browsers allow notifications only on pages by https, and this one is opened by http. ntfy, below, works without it.",
  "needs install":
    "iPhones and iPads show notifications of apps on the Home Screen only. So add CareDiary there first:",
  unsupported: "This browser can't show notifications of websites. Another browser, or ntfy below, can.",
  denied: "Notifications of this site are blocked in this browser. To allow them again:",
};

/** How CareDiary comes to the Home Screen of an iPhone or iPad. */
export const INSTALL_STEPS = [
  "Open this page in Safari and press Share, the square with the arrow.",
  "Choose “Add to Home Screen”, then “Add”.",
  "Open CareDiary from the Home Screen, and come back to this page there.",
];

/** How a permission that was refused is given again, in the words of each browser. */
export function listAllowSteps(userAgent: string): string[] {
  if (/iPhone|iPad/.test(userAgent))
    return ["Open the phone's Settings, “Notifications”, “CareDiary”, and allow them."];
  if (/Android/.test(userAgent) && /Firefox\//.test(userAgent))
    return ["Press the lock beside the address, then “Notifications”, and allow them."];
  if (/Android/.test(userAgent))
    return ["Press the symbol left of the address, then “Permissions”, and turn “Notifications” on."];
  if (/Firefox\//.test(userAgent))
    return [
      "Press the lock left of the address.",
      "Remove “Blocked” at “Send notifications”, and reload the page.",
    ];
  if (/Chrome\//.test(userAgent))
    return ["Press the symbol left of the address.", "Turn “Notifications” on, and reload the page."];
  if (/Safari\//.test(userAgent))
    return ["Open Safari's Settings, “Websites”, “Notifications”.", "Choose “Allow” beside this site."];
  return ["Open the browser's settings for this site, and allow notifications."];
}
