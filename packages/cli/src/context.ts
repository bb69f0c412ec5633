import type { AnalysisPool, AnalysisPoolOptions } from '@revera/provenance';
import type { ServerCommands } from './server-commands.ts';
import type { TrustSource } from './trust-source.ts';

/** A stream that text is written to. */
export interface Output {
  write(text: string): void;
  isTerminal: boolean;
  /** Width of the terminal, when it is one. */
  columns: number | undefined;
}

/** A command's whole access to the outside world. */
export interface CliContext {
  env: Readonly<Record<string, string | undefined>>;
  stdout: Output;
  stderr: Output;
  now(): Date;
  /** Processor cores that may be used. */
  cores: number;
  createPool(options: AnalysisPoolOptions): Promise<AnalysisPool>;
  installedTrust: TrustSource;
  /** Loads the server; slow, so only commands that need it call it. */
  server(): Promise<ServerCommands>;
}
