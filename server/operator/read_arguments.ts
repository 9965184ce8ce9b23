import { parseArgs } from "node:util";
import { getFirstLine } from "../start_error.ts";
import { type CommandInput, type CommandOptions, OperatorError } from "./command.ts";

/** The part of a command that reading needs. */
type Readable = { name: string; positionals: readonly string[]; takes?: string; options?: CommandOptions };

const countWords = (name: string): number => name.split(" ").length;

/** The command that the command line names; null when it isn't among these. */
export function findCommand<Command extends Readable>(
  line: readonly string[],
  commands: readonly Command[],
): Command | null {
  const named = getWords(line, commands);
  const matching = commands
    .filter(({ name }) => name.split(" ").every((word, index) => word === named[index]))
    .sort((one, other) => countWords(other.name) - countWords(one.name));
  // `backup verify` is a backup to a file of that name; with one word more it verifies.
  const filled = matching.find(
    ({ name, positionals }) => named.length >= countWords(name) + positionals.length,
  );
  return filled ?? matching.at(-1) ?? null;
}

/** Refuses a command line that names no command. */
export function refuseUnknown(line: readonly string[], commands: readonly Readable[]): never {
  const [name] = getWords(line, commands);
  throw new OperatorError(name === undefined ? "A command is missing." : `There is no command ${name}.`);
}

/** The words of the command line, without the options of all these commands and their values. */
function getWords(line: readonly string[], commands: readonly Readable[]): string[] {
  const options: CommandOptions = Object.assign({}, ...commands.map((command) => command.options));
  return parseArgs({ args: [...line], options, strict: false, allowPositionals: true }).positionals;
}

/** Reads the words and options of a command. @throws OperatorError with the mistake */
export function readInput(
  line: readonly string[],
  { name, positionals, takes, options = {} }: Readable,
): CommandInput {
  const { tokens } = parseArgs({
    args: [...line],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  for (const token of tokens) {
    if (token.kind === "option" && !Object.hasOwn(options, token.name))
      throw new OperatorError(`${token.rawName} isn't known to ${name}.`);
  }
  const { values, positionals: all } = parseStrictly(line, options);
  const words = all.slice(countWords(name));
  const count = positionals.length;
  if (words.length !== count) {
    if (takes !== undefined) throw new OperatorError(`${name} takes ${takes}.`);
    if (count === 0) throw new OperatorError(`${name} doesn't take ${words[0]}.`);
    throw new OperatorError(`${name} takes ${count} ${count === 1 ? "word" : "words"}, not ${words.length}.`);
  }
  return {
    words: Object.fromEntries(positionals.map((word, index) => [word, words[index]!])),
    options: values,
  };
}

function parseStrictly(line: readonly string[], options: CommandOptions) {
  try {
    return parseArgs({ args: [...line], options, allowPositionals: true });
  } catch (error) {
    throw new OperatorError(`${getFirstLine(error)}.`.replace(/\.+$/, "."));
  }
}
