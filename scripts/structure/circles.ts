/**
 * Groups of files that import each other in a circle, by Tarjan's algorithm for strongly connected components.
 * @param imports by file the files that it imports
 */
export function findCircles(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const index = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const onStack = new Set<string>();
  const circles: string[][] = [];

  const visit = (file: string): number => {
    let low = index.size;
    const own = low;
    index.set(file, own);
    stack.push(file);
    onStack.add(file);
    for (const next of imports.get(file) ?? []) {
      if (!imports.has(next)) continue;
      if (!index.has(next)) low = Math.min(low, visit(next));
      else if (onStack.has(next)) low = Math.min(low, lowest.get(next) ?? index.get(next)!);
      lowest.set(file, low);
    }
    lowest.set(file, low);
    if (low === own) {
      const circle = stack.splice(stack.indexOf(file));
      for (const each of circle) onStack.delete(each);
      if (circle.length > 1) circles.push(circle.sort());
    }
    return low;
  };
  for (const file of imports.keys()) if (!index.has(file)) visit(file);
  return circles;
}
