import type { Room } from "../rooms.ts";
import type { CommandOptions, OperatorCommand, OperatorContext } from "./command.ts";

/** What a command of the platform runs with: rooms don't get all rooms. */
export type PlatformContext = OperatorContext & {
  /** Loads all rooms, for commands that need them; the others start sooner and work when a room doesn't. */
  loadRooms(): Promise<readonly Room[]>;
};

export type PlatformCommand = OperatorCommand<PlatformContext>;

/** Types the input of a command by its words and options. */
export const definePlatformCommand = <
  const Word extends string = never,
  const Options extends CommandOptions = Record<never, never>,
>(
  command: OperatorCommand<PlatformContext, Word, Options>,
): PlatformCommand => command;
