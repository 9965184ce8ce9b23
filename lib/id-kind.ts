const SHORT = /^[0-9a-z]{6}$/;
const FULL = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** What an id in an address is: a 6-character short id, a full id (UUID), or nothing we ever made. */
export function idKind(id: string): "short" | "full" | null {
  if (SHORT.test(id)) return "short";
  return FULL.test(id) ? "full" : null;
}
