import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

/** Files that differ from main, committed or not, including new ones and without deleted ones. */
export async function changedFiles(root: string): Promise<string[]> {
  const git = async (...args: string[]) => {
    const { stdout } = await promisify(execFile)("git", args, { cwd: root, maxBuffer: 1e8 });
    return stdout.split("\n").filter(Boolean);
  };
  const [base] = await git("merge-base", "HEAD", "main");
  const files = await Promise.all([
    git("diff", "--name-only", base!),
    git("ls-files", "--others", "--exclude-standard"),
  ]);
  return [...new Set(files.flat())].filter((file) => existsSync(join(root, file))).sort();
}
