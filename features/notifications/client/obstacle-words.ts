import type { Key } from "../../../lib/words/keys.ts";
import type { Obstacle } from "./this-device.ts";

/** Why this browser can't show notifications. */
export const OBSTACLES: Record<Obstacle, Key> = {
  "no https": "devices.noHttps",
  "needs install": "devices.needsInstall",
  unsupported: "devices.unsupported",
  denied: "devices.denied",
};

/** How CareDiary comes to the Home Screen of an iPhone or iPad. */
export const INSTALL_STEPS: readonly Key[] = [
  "devices.installOpen",
  "devices.installAdd",
  "devices.installReturn",
];

/** How a permission that was refused is given again, in the words of each browser. */
export function listAllowSteps(userAgent: string): readonly Key[] {
  if (/iPhone|iPad/.test(userAgent)) return ["devices.allowOnApple"];
  if (/Android/.test(userAgent) && /Firefox\//.test(userAgent)) return ["devices.allowOnAndroidFirefox"];
  if (/Android/.test(userAgent)) return ["devices.allowOnAndroid"];
  if (/Firefox\//.test(userAgent)) return ["devices.pressLock", "devices.removeBlocked"];
  if (/Chrome\//.test(userAgent)) return ["devices.pressSymbol", "devices.switchOn"];
  if (/Safari\//.test(userAgent)) return ["devices.openSafari", "devices.chooseAllow"];
  return ["devices.openSettings"];
}
