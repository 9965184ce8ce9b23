import { BlockList, isIP } from "node:net";

type Network = readonly [address: string, prefix: number];

/** Networks of IPv4 that aren't the public internet, by IANA's registry of special-purpose addresses. */
const SPECIAL_IPV4: readonly Network[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  // Carriers' own networks, and metadata services of some clouds.
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  // Link-local, with the metadata services of most clouds.
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  // Multicast, reserved, broadcast.
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
];

/** All public addresses of IPv6 are in this one; loopback, private, link-local, mapped IPv4 and NAT64 are not. */
const GLOBAL_IPV6: Network = ["2000::", 3];

/** Networks within {@link GLOBAL_IPV6} that aren't public, or that carry an IPv4 address in them. */
const SPECIAL_IPV6: readonly Network[] = [
  // Protocol assignments; among them Teredo.
  ["2001::", 23],
  ["2001:db8::", 32],
  // 6to4.
  ["2002::", 16],
  ["3fff::", 20],
];

const specialIpv4 = blockList("ipv4", SPECIAL_IPV4);
const globalIpv6 = blockList("ipv6", [GLOBAL_IPV6]);
const specialIpv6 = blockList("ipv6", SPECIAL_IPV6);

function blockList(family: "ipv4" | "ipv6", networks: readonly Network[]): BlockList {
  const list = new BlockList();
  for (const [address, prefix] of networks) list.addSubnet(address, prefix, family);
  return list;
}

/** Whether an IP address belongs to the public internet; false for any other text. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !specialIpv4.check(address, "ipv4");
    case 6:
      return (
        !address.includes("%") && globalIpv6.check(address, "ipv6") && !specialIpv6.check(address, "ipv6")
      );
    default:
      return false;
  }
}

/** Networks that the operator lists. */
export type Networks = { has(address: string): boolean };

/**
 * Reads networks such as `10.0.0.0/8`, or single addresses; null when one of them is neither. An IPv4 network also has
 * its addresses in their mapped form (`::ffff:10.0.0.1`).
 */
export function readNetworks(texts: readonly string[]): Networks | null {
  const list = new BlockList();
  for (const text of texts) {
    const [address = "", prefix, ...rest] = text.trim().split("/");
    const version = isIP(address);
    const bits = version === 4 ? 32 : 128;
    const length = prefix === undefined ? bits : /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN;
    if (version === 0 || address.includes("%") || rest.length > 0 || !(length <= bits)) return null;
    list.addSubnet(address, length, version === 4 ? "ipv4" : "ipv6");
  }
  return {
    has(address) {
      const version = isIP(address);
      if (version === 0 || address.includes("%")) return false;
      return list.check(address, version === 4 ? "ipv4" : "ipv6");
    },
  };
}
