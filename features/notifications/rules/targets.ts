import { MAX_TARGETS } from "../rules.ts";

/** Whom the body of a webhook is for: a program of one's own, or the interface of apprise. */
export const WEBHOOK_FORMATS = ["standard", "apprise"] as const;
export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number];

export const MAX_ENDPOINT_LENGTH = 2_000;
export const MAX_ADDRESS_LENGTH = 1_000;
export const MAX_ACCESS_TOKEN_LENGTH = 200;

export const TARGET_MESSAGES = {
  full: `A person can have at most ${MAX_TARGETS} devices and other places to be notified at. Please remove one first`,
  tooOften: "That was tried very often in the last hour. Please try again later",
  noPush: "This server can't send to browsers at the moment. Whoever runs it finds the reason in its log",
  pushService:
    "This browser's notifications come by a service that this server doesn't know. Whoever runs the server can add it",
  keys: "This browser's subscription can't be used. Please turn the notifications off and on again",
  address: "Please enter an address such as https://example.org",
  token: "An access token has only letters, digits and _",
  hookExists: "You have added this address already",
  unreadable: "This can't be read any more. Please remove it and add it again",
  gonePush: "This device doesn't take notifications any more. Please turn them on there again",
  goneHook: "This address has answered that it wants no more messages, so it was removed",
  notAccepted:
    "The push service doesn't accept this server. Whoever runs the server finds the reason in its log",
  wrongToken: (status: string) => `The server wants another access token (it answered ${status})`,
  refused: (status: string) => `The message was refused (the answer was ${status})`,
  noAnswer: "There is no answer. Please check the address, or try again later",
  busy: (status: string) =>
    `The service has a problem of its own (it answered ${status}). Please try again later`,
} as const;
