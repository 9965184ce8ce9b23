import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { slowestFirst } from "../scripts/test/times.ts";
import { ROOT } from "../server/root.ts";

/** Begins with the files that took longest in the last run that was written down. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const compare = slowestFirst();
    const pathOf = ({ moduleId }: TestSpecification) => relative(ROOT, moduleId);
    return (await super.sort(files)).sort((one, other) => compare(pathOf(one), pathOf(other)));
  }
}
