import { fstatSync, write } from "node:fs";
import { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** The most bytes that wait for a reader or a disk; further lines are lost. */
const MAX_WAITING_BYTES = 256 * 1024;
/** How long after a lost line the log counts as losing lines. */
const RECENT_LOSS_MS = 5 * 60_000;

/**
 * The destination of log lines. Writing never waits and never throws: with a full disk or a reader that stopped,
 * lines are lost and counted, and the server works on.
 */
export type LogOutput = {
  write(line: string): void;
  /** Lines lost since the start, and whether any were lost in the last minutes. */
  losses(): { lines: number; isLosing: boolean };
  /** Resolves when all waiting lines are written, or after `ms`. */
  flush(ms: number): Promise<void>;
};

/** A log output for a file descriptor: a file, a pipe, a socket or a terminal. */
export function openLogOutput(fd: number): LogOutput {
  const losses = { lines: 0, at: Number.NEGATIVE_INFINITY };
  const countLost = (lines = 1) => {
    losses.lines += lines;
    losses.at = performance.now();
  };
  const sink = isPipe(fd) ? pipeSink(fd, countLost) : fileSink(fd, countLost);
  return {
    write(line) {
      if (sink.waiting() + line.length > MAX_WAITING_BYTES) countLost();
      else sink.write(line);
    },
    losses: () => ({ lines: losses.lines, isLosing: performance.now() - losses.at < RECENT_LOSS_MS }),
    async flush(ms) {
      for (const end = performance.now() + ms; sink.waiting() > 0 && performance.now() < end; )
        await sleep(10);
    },
  };
}

type Sink = { write(line: string): void; waiting(): number };

/** `process.stdout` would block in the system call until a pipe's reader reads again; our own socket doesn't. */
function pipeSink(fd: number, countLost: () => void): Sink {
  const socket = new Socket({ fd, readable: false, writable: true });
  // The reader is gone: all further lines are lost.
  socket.on("error", () => {});
  socket.unref();
  let waiting = 0;
  return {
    write(line) {
      if (socket.destroyed) return countLost();
      waiting += line.length;
      socket.write(line, (error) => {
        waiting -= line.length;
        if (error) countLost();
      });
    },
    waiting: () => waiting,
  };
}

function fileSink(fd: number, countLost: (lines: number) => void): Sink {
  let queue: string[] = [];
  let waiting = 0;
  let isWriting = false;
  /** A partly written line is ended with a line break before the next. */
  let hasPartialLine = false;

  function next(): void {
    if (isWriting || queue.length === 0) return;
    isWriting = true;
    const lines = queue;
    queue = [];
    writeAll(Buffer.from((hasPartialLine ? "\n" : "") + lines.join("")), (written, error) => {
      isWriting = false;
      waiting -= lines.reduce((sum, line) => sum + line.length, 0);
      if (written > 0) hasPartialLine = error !== null;
      if (error) countLost(lines.length);
      next();
    });
  }

  function writeAll(bytes: Buffer, done: (written: number, error: Error | null) => void, before = 0): void {
    write(fd, bytes, before, (error, count) => {
      if (error) done(before, error);
      else if (before + count < bytes.length) writeAll(bytes, done, before + count);
      else done(before + count, null);
    });
  }

  return {
    write(line) {
      queue.push(line);
      waiting += line.length;
      next();
    },
    waiting: () => waiting,
  };
}

function isPipe(fd: number): boolean {
  try {
    const found = fstatSync(fd);
    return found.isFIFO() || found.isSocket();
  } catch {
    return false;
  }
}
