import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The ends of the paths of the slowest files, in the order in which they start. */
const SLOW = [
  "/sweep.test.ts",
  "/lifecycle.test.ts",
  "/workers.test.ts",
  "/arguments.test.ts",
  "/durability/kill.test.ts",
  "/full-disk.test.ts",
  "/slow_reader.test.ts",
  "/oidc-away.test.ts",
  "/reconnect.test.ts",
  "/access_end.test.ts",
  "/series_zone_changes.test.ts",
  "/build/build.test.ts",
  "/admin.test.ts",
  "/external-database.test.ts",
  "/hanging_bucket.test.ts",
];

/** Starts slow files first, so that no worker is idle at the end while the other one still runs a long file. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const startPosition = ({ moduleId }: TestSpecification) => {
      const found = SLOW.findIndex((end) => moduleId.endsWith(end));
      return found < 0 ? SLOW.length : found;
    };
    return (await super.sort(files)).sort((a, b) => startPosition(a) - startPosition(b));
  }
}
