import { dirname, join, normalize } from "node:path";
import { parseSync } from "vite";

export type Import = {
  /** As in the source. */
  specifier: string;
  /** Path from the root for a file of ours ("features/notes/rules.ts"), else null. */
  file: string | null;
  /** Package name ("pg", "@mantine/core", "node:fs"), else null. */
  packageName: string | null;
  /** True when it has no effect at run time (`import type`). */
  typeOnly: boolean;
};

/** All imports and re-exports of a module, including dynamic imports with a fixed name. */
export function importsOf(path: string, text: string): Import[] {
  const { module } = parseSync(path, text);
  const found: { specifier: string; typeOnly: boolean }[] = [];
  for (const { moduleRequest, entries, start, end } of module.staticImports) {
    const isTypeStatement = /^import\s+type\b/.test(text.slice(start, end));
    const typeOnly = isTypeStatement || (entries.length > 0 && entries.every(({ isType }) => isType));
    found.push({ specifier: moduleRequest.value, typeOnly });
  }
  for (const { entries } of module.staticExports) {
    const from = entries.filter(({ moduleRequest }) => moduleRequest);
    if (from.length === 0) continue;
    found.push({ specifier: from[0]!.moduleRequest!.value, typeOnly: from.every(({ isType }) => isType) });
  }
  for (const { moduleRequest } of module.dynamicImports) {
    const literal = text.slice(moduleRequest.start, moduleRequest.end).match(/^(["'`])([^"'`$]+)\1$/)?.[2];
    if (literal) found.push({ specifier: literal, typeOnly: false });
  }
  return found.map(({ specifier, typeOnly }) => ({ specifier, typeOnly, ...resolve(path, specifier) }));
}

function resolve(from: string, specifier: string): { file: string | null; packageName: string | null } {
  if (specifier.startsWith("."))
    return { file: normalize(join(dirname(from), specifier)), packageName: null };
  if (specifier.startsWith("node:")) return { file: null, packageName: specifier };
  const parts = specifier.split("/");
  return { file: null, packageName: parts.slice(0, specifier.startsWith("@") ? 2 : 1).join("/") };
}
