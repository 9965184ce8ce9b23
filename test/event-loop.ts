/**
 * Runs work, and returns the longest that this process's event loop was busy at a time, as a share of the processor time
 * that the whole process took for the work. Processor time is the same beside any load.
 */
export async function longestHoldDuring(work: () => Promise<unknown>): Promise<number> {
  const begun = process.cpuUsage();
  let last = process.threadCpuUsage();
  let longest = 0;
  const look = () => {
    const { user, system } = process.threadCpuUsage(last);
    longest = Math.max(longest, user + system);
    last = process.threadCpuUsage();
  };
  const timer = setInterval(look, 5);
  try {
    await work();
    look();
  } finally {
    clearInterval(timer);
  }
  const { user, system } = process.cpuUsage(begun);
  return longest / (user + system);
}
