import { type LookupAddress, lookup } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { promisify } from "node:util";
import { type Message, writeMessage } from "../../lib/words/message.ts";
import { isPublicAddress, type Networks } from "./networks.ts";

/** Resolves a name to all of its addresses, as `dns.lookup` does. */
export type Resolve = (
  name: string,
  options: { all: true },
  callback: (error: Error | null, addresses: LookupAddress[]) => void,
) => void;

/** Where requests to addresses that people name may go. */
export type OutgoingRules = {
  /** The operator's networks: they may be private, and are reached by http and at any port too. */
  listed: Networks;
  resolve?: Resolve;
};

export class OutgoingRefused extends Error {
  override name = "OutgoingRefused";
  /** For people; the message is its English sentence. */
  readonly reason: Message;

  constructor(reason: Message) {
    super(writeMessage(reason));
    this.reason = reason;
  }
}

export const OUTGOING_MESSAGES = {
  notAnAddress: { key: "refusals.notAnAddress" },
  withPassword: { key: "refusals.withPassword" },
  notPublic: { key: "refusals.notPublic" },
  notSecure: { key: "refusals.notSecure" },
} as const satisfies Record<string, Message>;

/**
 * Reads an address that a user typed.
 * @throws OutgoingRefused when no request may go there
 */
export function readAddress(text: string): URL {
  if (!URL.canParse(text)) throw new OutgoingRefused(OUTGOING_MESSAGES.notAnAddress);
  const url = new URL(text);
  if (url.protocol !== "https:" && url.protocol !== "http:")
    throw new OutgoingRefused(OUTGOING_MESSAGES.notAnAddress);
  if (url.username !== "" || url.password !== "") throw new OutgoingRefused(OUTGOING_MESSAGES.withPassword);
  return url;
}

/** The port of an address, written or not. */
export const getPort = ({ port, protocol }: URL): number =>
  port === "" ? (protocol === "https:" ? 443 : 80) : Number(port);

/** Whether everybody may be reached this way: by https at its usual port. Otherwise only the listed networks. */
const isUsual = (url: URL): boolean => url.protocol === "https:" && getPort(url) === 443;

/** A host as it is dialled: without the brackets of an IPv6 address. */
export const getHost = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, "$1");

function permitted(url: URL, addresses: readonly LookupAddress[], { listed }: OutgoingRules) {
  const found = addresses.filter(
    ({ address }) => listed.has(address) || (isUsual(url) && isPublicAddress(address)),
  );
  if (found.length > 0) return found;
  const isPublic = addresses.some(({ address }) => isPublicAddress(address));
  throw new OutgoingRefused(isPublic ? OUTGOING_MESSAGES.notSecure : OUTGOING_MESSAGES.notPublic);
}

/**
 * The lookup for dialling an address: it returns only permitted IP addresses, so that the checked address is dialled
 * even if the name resolves differently a moment later. Sockets don't ask it for a host that is an IP address:
 * {@link checkLiteral} does.
 */
export function createPinnedLookup(url: URL, rules: OutgoingRules): LookupFunction {
  const resolve = rules.resolve ?? lookup;
  return (name, options, callback) => {
    resolve(name, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      let found: LookupAddress[];
      try {
        found = permitted(url, addresses, rules);
      } catch (refused) {
        return callback(refused as Error, []);
      }
      if (options.all) callback(null, found);
      else callback(null, found[0]!.address, found[0]!.family);
    });
  };
}

/** @throws OutgoingRefused when the host is an IP address that isn't permitted */
export function checkLiteral(url: URL, rules: OutgoingRules): void {
  const host = getHost(url);
  const family = isIP(host);
  if (family !== 0) permitted(url, [{ address: host, family }], rules);
}

/**
 * Checks an address before it is stored, by the current addresses of its name. It is checked again whenever it is
 * dialled.
 * @throws OutgoingRefused when no request may go there
 * @throws Error when the name doesn't resolve
 */
export async function checkDestination(url: URL, rules: OutgoingRules): Promise<void> {
  checkLiteral(url, rules);
  const host = getHost(url);
  if (isIP(host) !== 0) return;
  await promisify(createPinnedLookup(url, rules))(host, { all: true });
}
