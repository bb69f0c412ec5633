/** While a picture is decoded, on another thread of this process. */
const MEMORY_WATCH_MS = 20;

/** Ends this process, which does nothing else, when it needs more memory meanwhile: a decoder cannot be stopped from inside. */
export async function withinMemory<Made>(mostBytes: number, work: () => Promise<Made>): Promise<Made> {
  const watch = setInterval(() => {
    if (process.memoryUsage.rss() > mostBytes) process.kill(process.pid, 'SIGKILL');
  }, MEMORY_WATCH_MS);
  try {
    return await work();
  } finally {
    clearInterval(watch);
  }
}
