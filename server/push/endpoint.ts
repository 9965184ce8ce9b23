import { OutgoingRefused } from "../outgoing/destination.ts";

/** Hosts of the browsers' push services; a leading dot allows any name before it. */
const HOSTS = [
  // Chrome, Edge on Android, Brave, Opera and others.
  "fcm.googleapis.com",
  ".push.services.mozilla.com",
  ".push.apple.com",
  // Edge on Windows.
  ".notify.windows.com",
];

const MAX_LENGTH = 2_000;

/** Whether a subscription's address belongs to a push service: of the known browsers, or listed by the operator. */
export function isPushEndpoint(text: string, operatorsHosts: readonly string[]): boolean {
  if (text.length > MAX_LENGTH || !URL.canParse(text)) return false;
  const { protocol, hostname, host, port, username, password } = new URL(text);
  if (protocol !== "https:" || username !== "" || password !== "") return false;
  if (operatorsHosts.includes(host)) return true;
  if (port !== "") return false;
  return HOSTS.some((known) => (known.startsWith(".") ? hostname.endsWith(known) : hostname === known));
}

/** @throws OutgoingRefused unless it belongs to a push service */
export function readEndpoint(text: string, operatorsHosts: readonly string[]): URL {
  if (!isPushEndpoint(text, operatorsHosts)) throw new OutgoingRefused({ key: "refusals.noPushService" });
  return new URL(text);
}
