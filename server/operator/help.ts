import { type CommandOptions, GROUPS } from "./command.ts";
import { formatOperatorCommand } from "./command_line.ts";

type Described = {
  usage: string;
  help: readonly string[];
  group: (typeof GROUPS)[number];
  options?: CommandOptions;
};

/** The first column of the explanations, 1 for the leftmost. */
const COLUMN = 41;

const NOTES = `A notebook is named by its short id, as in its address, or by its full id. People have to have signed in once.
promote and add-member ask first when nobody has proven that the address is theirs, as on a server without mail;
--unproven says that you know it.
--help shows this text.`;

/** The text of `--help`: all commands by their groups. */
export function composeHelp(commands: readonly Described[]): string {
  const groups = GROUPS.map((name) => commands.filter(({ group }) => group === name).flatMap(describe));
  return [formatOperatorCommand("<command>"), ...groups.map((lines) => lines.join("\n")), NOTES].join("\n\n");
}

const describe = ({ usage, help, options = {} }: Described): string[] => [
  ...explain(`  ${usage}`, help),
  ...Object.values(options).flatMap((option) =>
    option.usage === undefined ? [] : explain(`      ${option.usage}`, option.help ?? []),
  ),
];

const explain = (usage: string, [first = "", ...more]: readonly string[]): string[] => [
  `${usage.padEnd(COLUMN - 1)} ${first}`,
  ...more.map((line) => `${" ".repeat(COLUMN)}${line}`),
];
