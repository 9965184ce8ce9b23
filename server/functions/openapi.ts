import { z } from "zod";
import { PRODUCT_NAME } from "../../lib/product.ts";
import { EVENT_KINDS, EVENT_TYPES } from "../../lib/webhook-events.ts";
import { getScopes } from "../access/scopes.ts";
import type { FunctionRegistry } from "../sync/calls.ts";
import type { FunctionKind, ServerFunction } from "./define.ts";

const KINDS: readonly FunctionKind[] = ["query", "mutation", "action"];

/** The codes of errors, with a program's reaction to each. */
const ERROR_CODES = {
  unauthenticated: "The token is missing, wrong, revoked or has run out.",
  "unknown-user": "The person of the token isn't known here yet.",
  "account-closed": "An administrator has closed the account.",
  "access-denied": "The person, or the token, may not do that; or there is no such thing.",
  "not-found": "There is no such thing, or no such function.",
  invalid: "An argument doesn't fit; `path` names it.",
  conflict: "It goes against what was there.",
  limit: "It is too much or too often.",
  "not-opened": "Of the back-office.",
  busy: "Nothing is known to be wrong: send it again a little later.",
  "key-reused": "The Idempotency-Key was used for something else.",
  internal: "A fault of the server; its log has the id.",
} as const;

/**
 * The OpenAPI 3.1 description of the functions over HTTP: a path for each function, and the three paths by which the
 * Convex clients call all of them.
 */
export function describeApi(functions: FunctionRegistry): Record<string, unknown> {
  // The order of a module's exports isn't guaranteed.
  const all = [...functions].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    openapi: "3.1.0",
    info: {
      title: `${PRODUCT_NAME} functions`,
      version: "1",
      license: { name: "MIT", url: "https://opensource.org/license/mit" },
    },
    // The server that the description is fetched from.
    servers: [{ url: "/" }],
    components: {
      securitySchemes: {
        accessToken: {
          type: "http",
          scheme: "bearer",
          bearerFormat: "cd_pat_…",
          description:
            "An access token of a person, made on their account page. Each function names the scopes that it needs (`x-scopes`); `read` and `write` contain those of all areas.",
        },
        token: {
          type: "http",
          scheme: "bearer",
          bearerFormat: "JWT",
          description: "The token of a person's session, for some minutes.",
        },
      },
      parameters: {
        IdempotencyKey: {
          name: "Idempotency-Key",
          in: "header",
          required: false,
          description:
            "A text of your own for one change. Sent again with the same key, it happens once and has the same answer, for three days.",
          schema: { type: "string", minLength: 1, maxLength: 255 },
        },
      },
      schemas: { Error: ERROR },
      responses: RESPONSES,
    },
    security: [{ accessToken: [] }, { token: [] }],
    paths: {
      ...Object.fromEntries(all.map(([name, fn]) => [getApiPath(name), { post: operation(name, fn) }])),
      ...Object.fromEntries(KINDS.map((kind) => [`/api/${kind}`, { post: anyOperation(kind) }])),
    },
    webhooks: Object.fromEntries(EVENT_TYPES.map((event) => [event.type, { post: eventOperation(event) }])),
  };
}

const MOMENT = { type: "integer", description: "Milliseconds since 1970 UTC" };
const TEXT = { type: "string" };
const FIELDS = {
  shortId: TEXT,
  version: { type: "integer", description: "Grows with each change" },
  updatedAt: MOMENT,
  planId: TEXT,
  slot: { type: "string", description: "Only of a planned dose" },
  userId: TEXT,
} as const;

/** The message about an event, as posted to a webhook. */
function eventOperation({ type, kind, isDeleted }: (typeof EVENT_TYPES)[number]): object {
  const { area, fields } = EVENT_KINDS[kind];
  const more = isDeleted ? [] : fields;
  return {
    operationId: `event_${type.replace(".", "_")}`,
    summary: `Event ${type}`,
    description: `To webhooks of the area ${area}. Signed as Standard Webhooks says (webhook-id, webhook-timestamp, webhook-signature); at least once, in any order.`,
    security: [],
    requestBody: {
      required: true,
      content: {
        "application/json": {
          schema: {
            type: "object",
            required: ["type", "timestamp", "data"],
            properties: {
              type: { const: type },
              timestamp: { type: "string", format: "date-time" },
              data: {
                type: "object",
                required: ["id", "diaryId"],
                properties: {
                  id: TEXT,
                  diaryId: TEXT,
                  ...Object.fromEntries(more.map((field) => [field, FIELDS[field]])),
                },
              },
            },
          },
        },
      },
    },
    responses: {
      "2XX": { description: "Taken; anything else is tried again, for three days" },
      410: { description: "Nothing more is wanted: the webhook is turned off" },
    },
  };
}

const ERROR = {
  type: "object",
  required: ["status", "errorMessage"],
  properties: {
    status: { const: "error" },
    errorMessage: { type: "string", description: "A sentence for people" },
    errorData: {
      type: "object",
      required: ["code", "message"],
      properties: {
        code: {
          enum: Object.keys(ERROR_CODES),
          description: Object.entries(ERROR_CODES)
            .map(([code, words]) => `- \`${code}\`: ${words}`)
            .join("\n"),
        },
        message: { type: "string" },
        key: {
          type: "string",
          description: "The sentence's name, by which screens write it in other languages",
        },
        values: { type: "object", description: "What the sentence names, such as a limit" },
        path: { type: "string", description: "The argument that doesn't fit" },
        errorId: { type: "string" },
      },
    },
  },
};

const failure = (description: string) => ({
  description,
  content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
});

const RESPONSES = {
  Refused: failure("The function refuses, or the arguments don't fit; `errorData.code` says why"),
  KeyReused: failure(
    "The Idempotency-Key was used for another function or other arguments; nothing was changed",
  ),
  TooOften: failure("The access token calls too often; `Retry-After` says when it may again"),
  Unknown: failure("With an Idempotency-Key: send the same request again after `Retry-After` seconds"),
  TooLarge: { description: "The request is too large" },
};

const ref = (name: keyof typeof RESPONSES) => ({ $ref: `#/components/responses/${name}` });

const findErrors = (kind: FunctionKind) => ({
  413: ref("TooLarge"),
  ...(kind === "mutation" && { 422: ref("KeyReused") }),
  429: ref("TooOften"),
  ...(kind === "mutation" && { 503: ref("Unknown") }),
  560: ref("Refused"),
});

const getKey = (kind: FunctionKind) =>
  kind === "mutation" ? { parameters: [{ $ref: "#/components/parameters/IdempotencyKey" }] } : {};

/** The path of one function, as Convex has it. */
const getApiPath = (name: string): string => `/api/run/${name.replace(".", "/")}`;

function operation(name: string, fn: ServerFunction): object {
  const scopes = getScopes(name, fn.kind);
  return {
    operationId: name.replace(".", "_"),
    summary: `${name} (${fn.kind})`,
    description: scopes
      ? `Scopes: ${scopes.join(", ")}`
      : "Not for access tokens: it needs a person who is signed in.",
    security: scopes ? [{ accessToken: [] }, { token: [] }] : [{ token: [] }],
    ...(scopes && { "x-scopes": scopes }),
    ...getKey(fn.kind),
    requestBody: {
      required: true,
      content: {
        "application/json": {
          schema: {
            type: "object",
            required: ["args"],
            properties: {
              args: z.toJSONSchema(fn.args, { io: "input", unrepresentable: "any" }),
              format: { const: "json" },
            },
          },
          ...(fn.example && { example: { args: fn.example, format: "json" } }),
        },
      },
    },
    responses: {
      200: {
        description: "What the function returns",
        content: {
          "application/json": {
            schema: {
              type: "object",
              required: ["status", "value"],
              properties: {
                status: { const: "success" },
                value: z.toJSONSchema(fn.returns, { io: "output", unrepresentable: "any" }),
              },
            },
          },
        },
      },
      ...findErrors(fn.kind),
    },
  };
}

/** The path for all functions of a kind; the path of each function has its arguments and result. */
const anyOperation = (kind: FunctionKind) => ({
  operationId: kind,
  summary: `Run a ${kind} by its name, as the Convex clients do`,
  ...getKey(kind),
  requestBody: {
    required: true,
    content: {
      "application/json": {
        schema: {
          type: "object",
          required: ["path", "args"],
          properties: {
            path: { type: "string", examples: ["notes:createNote"] },
            args: { type: "object" },
            format: { const: "json" },
          },
        },
      },
    },
  },
  responses: {
    200: {
      description: '`{status: "success", value}`',
      content: {
        "application/json": {
          schema: {
            type: "object",
            required: ["status", "value"],
            properties: { status: { const: "success" }, value: {} },
          },
        },
      },
    },
    ...findErrors(kind),
  },
});
