import { UsageError } from './originals.ts';

/** Runs a tool; what is wrong with what was typed is said in one line, and anything else with its stack. */
export async function runTool(tool: () => Promise<void>): Promise<void> {
  try {
    await tool();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
