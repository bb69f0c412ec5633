import { availableParallelism } from 'node:os';
import { isatty, type WriteStream } from 'node:tty';
import { createAnalysisPool } from '@revera/provenance';
import type { CliContext, Output } from './context.ts';
import { EXIT } from './exit-codes.ts';
import { holdBuild } from './hold-build.ts';
import { runProgram } from './program.ts';
import type { ServerCommands } from './server-commands.ts';

function output(stream: WriteStream, descriptor: 1 | 2): Output {
  return {
    write: (text) => void stream.write(text),
    isTerminal: isatty(descriptor),
    columns: stream.columns,
  };
}

/** Loaded only when a command needs it: the server is large, and verifying a file must start fast. */
async function loadServer(): Promise<ServerCommands> {
  const { createServerCommands } = await import('@revera/server');
  return createServerCommands(process.env);
}

const context: CliContext = {
  env: process.env,
  stdout: output(process.stdout, 1),
  stderr: output(process.stderr, 2),
  now: () => new Date(),
  cores: availableParallelism(),
  createPool: createAnalysisPool,
  installedTrust: { loadInstalledTrust: async () => (await loadServer()).loadInstalledTrust() },
  server: loadServer,
};

holdBuild();
// The reader of our output closed the pipe (`revera verify … | head`), so there is no one left to print to.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(EXIT.fault);
  throw error;
});
process.exitCode = await runProgram(process.argv.slice(2), context);
