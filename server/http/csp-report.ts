import { z } from "zod";

const classic = z.object({
  "csp-report": z.object({
    "effective-directive": z.string().optional(),
    "violated-directive": z.string().optional(),
    "blocked-uri": z.string().optional(),
  }),
});

const DIRECTIVE = /^[a-z-]{1,40}$/;

/**
 * What a browser's report says without anything a person wrote: the directive, and of the address that
 * was stopped only its origin or kind ("inline", "eval", "data").
 */
export function readReport(body: unknown): { directive: string; blocked: string } {
  const parsed = classic.safeParse(body);
  const report = parsed.success ? parsed.data["csp-report"] : {};
  const directive = (report["effective-directive"] ?? report["violated-directive"] ?? "").split(" ")[0]!;
  return {
    directive: DIRECTIVE.test(directive) ? directive : "unknown",
    blocked: kindOf(report["blocked-uri"] ?? ""),
  };
}

function kindOf(blocked: string): string {
  if (/^[a-z-]{1,20}$/.test(blocked)) return blocked;
  if (!URL.canParse(blocked)) return "unknown";
  const { origin, protocol } = new URL(blocked);
  return origin === "null" ? protocol : origin;
}
