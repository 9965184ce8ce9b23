import type { Config } from "../config.ts";
import type { Database } from "../db/database.ts";
import type { Logger } from "../log.ts";

/** The groups of commands, in the order of the help. */
export const GROUPS = ["administrators", "accounts", "notebooks", "backups", "moves", "checks"] as const;

/** The operator requested the impossible; the message is the reason in one line. */
export class OperatorError extends Error {
  override name = "OperatorError";
}

/** What a command runs with. */
export type OperatorContext = {
  env: NodeJS.ProcessEnv;
  log: Logger;
  /** The server's settings. @throws ConfigError when one can't be read */
  readConfig(): Config;
  /** Runs work on the configured database. @throws StartError with one line when there is none */
  withDatabase<Result>(work: (database: Database, config: Config) => Promise<Result>): Promise<Result>;
  /** Prints progress at once, apart from the lines of the result. */
  report(line: string): void;
  /** Asks the operator a question of yes or no; null without a terminal. */
  ask: ((question: string) => Promise<boolean>) | null;
  /** Makes the program end with code 1 although the command has a result. */
  markFault(): void;
};

/** An option in the form of `parseArgs`; one without `usage` has no line of its own in the help. */
export type CommandOption = { type: "string" | "boolean"; usage?: string; help?: readonly string[] };
export type CommandOptions = Readonly<Record<string, CommandOption>>;

type OptionValue<Type extends CommandOption["type"]> = Type extends "string" ? string : boolean;

/** The words and options of a command line, by their names. */
export type CommandInput<Word extends string = string, Options extends CommandOptions = CommandOptions> = {
  words: Record<Word, string>;
  options: { [Name in keyof Options]?: OptionValue<Options[Name]["type"]> };
};

/** A command of the operator: `npm run admin -- <name> …`. */
export type OperatorCommand<
  Context extends OperatorContext = OperatorContext,
  Word extends string = string,
  Options extends CommandOptions = CommandOptions,
> = {
  /** One word, or several with spaces between: `backup verify`. */
  name: string;
  /** The name with its words and options, as in the help. */
  usage: string;
  /** What it does, in lines of the help. */
  help: readonly string[];
  group: (typeof GROUPS)[number];
  /** The names of the words that it takes after its name; all are needed. */
  positionals: readonly Word[];
  /** What the words are, for the refusal of another number of them. */
  takes?: string;
  options?: Options;
  /** Returns the lines to print. @throws OperatorError when that fails; then nothing is changed */
  run(context: Context, input: CommandInput<Word, Options>): Promise<readonly string[]>;
};

/** Types the input of a command by its words and options. */
export const defineCommand = <
  const Word extends string = never,
  const Options extends CommandOptions = Record<never, never>,
>(
  command: OperatorCommand<OperatorContext, Word, Options>,
): OperatorCommand => command;
