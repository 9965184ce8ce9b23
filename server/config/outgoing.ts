import { readNetworks } from "../outgoing/networks.ts";
import { defineText } from "./values.ts";

/** Where this server sends requests to, besides its own services. */
export type OutgoingConfig = {
  /** Networks that addresses of people may lead to although they aren't public, such as `10.0.0.0/8`. */
  allow: string[];
  /** Hosts of push services besides the known ones, each with its port if it isn't 443. */
  pushHosts: string[];
  /** The operator's address for push services; null: `BASE_URL` if that is https, else that of `MAIL_FROM`. */
  pushContact: string | null;
};

const NETWORKS = "networks with commas between them, such as 192.168.0.0/16,fd00::/8";
const HOSTS = "host names with commas between them, such as push.example.org,push.example.org:8443";

const list = (value: string) =>
  value
    .split(",")
    .map((each) => each.trim())
    .filter((each) => each !== "");

export const outgoingSettings = {
  OUTGOING_ALLOW: defineText(NETWORKS)
    .transform(list)
    .refine((networks) => readNetworks(networks) !== null, { error: `must be ${NETWORKS}` })
    .optional(),
  PUSH_HOSTS: defineText(HOSTS)
    .regex(/^\s*[\w.-]+(:\d{1,5})?\s*(,\s*[\w.-]+(:\d{1,5})?\s*)*$/)
    .transform((value) => list(value.toLowerCase()))
    .optional(),
  PUSH_CONTACT: defineText(
    "an address of yours such as mailto:you@example.org or https://example.org/contact",
  )
    .regex(/^(mailto:[^\s@<>"]+@[^\s@<>"]+|https:\/\/[^\s"<>]+)$/)
    .optional(),
};

type Values = {
  OUTGOING_ALLOW?: string[] | undefined;
  PUSH_HOSTS?: string[] | undefined;
  PUSH_CONTACT?: string | undefined;
};

export const readOutgoing = (values: Values): OutgoingConfig => ({
  allow: values.OUTGOING_ALLOW ?? [],
  pushHosts: values.PUSH_HOSTS ?? [],
  pushContact: values.PUSH_CONTACT ?? null,
});
