import { listCompleteLanguages } from "./read.ts";

/** Longer headers are no browser's. */
const MAX_LENGTH = 500;

/**
 * The best complete language for an `Accept-Language` header, such as "de" for "de-AT,en;q=0.5"; English without one. For
 * people whose account has no language yet.
 */
export function chooseAcceptedLanguage(header: string | null | undefined): string {
  const offered = listCompleteLanguages().map(({ code }) => code);
  const find = (tag: string) => offered.find((code) => code.toLowerCase() === tag);
  const wanted = (header ?? "")
    .slice(0, MAX_LENGTH)
    .toLowerCase()
    .split(",")
    .map((each) => /^\s*([a-z\d-]+)\s*(?:;\s*q=([\d.]+)\s*)?$/.exec(each))
    .flatMap((found) => (found ? [{ tag: found[1]!, weight: Number(found[2] ?? 1) }] : []))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight);
  for (const { tag } of wanted) {
    const code = find(tag) ?? find(tag.split("-")[0]!);
    if (code) return code;
  }
  return "en";
}
