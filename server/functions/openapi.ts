import { z } from "zod";
import { PRODUCT_NAME } from "../../lib/product.ts";
import type { FunctionRegistry } from "../sync/calls.ts";

/**
 * The OpenAPI 3.1 description of the functions over HTTP. All functions of a kind share one path, as the client
 * expects, so each is described as one choice of the request body, and its answer as one of the response.
 */
export function describeApi(functions: FunctionRegistry): Record<string, unknown> {
  const paths: Record<string, unknown> = {};
  for (const kind of ["query", "mutation", "action"] as const) {
    const ofKind = [...functions]
      .filter(([, fn]) => fn.kind === kind)
      // The order of a module's exports isn't guaranteed.
      .sort(([a], [b]) => (a < b ? -1 : 1));
    if (ofKind.length === 0) continue;
    const calls = ofKind.map(([name, fn]) => ({
      title: name,
      type: "object",
      required: ["path", "args"],
      properties: {
        path: { const: name.replace(".", ":") },
        args: z.toJSONSchema(fn.args, { io: "input", unrepresentable: "any" }),
        format: { const: "json" },
      },
    }));
    const answers = ofKind.map(([name, fn]) => ({
      title: name,
      type: "object",
      required: ["status", "value"],
      properties: {
        status: { const: "success" },
        value: z.toJSONSchema(fn.returns, { io: "output", unrepresentable: "any" }),
      },
    }));
    paths[`/api/${kind}`] = {
      post: {
        summary: `Run a ${kind}`,
        requestBody: { required: true, content: { "application/json": { schema: { oneOf: calls } } } },
        responses: {
          200: {
            description: '`{status: "success", value}`; the title names the function that answers so',
            content: { "application/json": { schema: { anyOf: answers } } },
          },
          560: { description: '`{status: "error", errorMessage, errorData: {code, message, path?}}`' },
        },
      },
    };
  }
  return {
    openapi: "3.1.0",
    info: { title: `${PRODUCT_NAME} functions`, version: "1" },
    components: { securitySchemes: { token: { type: "http", scheme: "bearer", bearerFormat: "JWT" } } },
    security: [{ token: [] }],
    paths,
  };
}
