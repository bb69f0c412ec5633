import type { CliContext } from '../context.ts';
import { safeText } from '../render/safe-text.ts';
import type { Printer } from './printer.ts';
import type { FailedFile, FileOutcome, VerifiedFile } from './verify-file.ts';

/** Prints a single file's result alone, indented, and several files one per line. Skipped files have no line. */
export function jsonPrinter(context: CliContext, isSeveral: boolean): Printer {
  const write = jsonWriter(context, isSeveral);
  const show = (outcome: FileOutcome): void => {
    if (outcome.kind === 'skipped') return;
    if (outcome.kind === 'failed') tell(context, outcome);
    if (isSeveral) write({ file: outcome.path, result: resultOf(outcome), error: errorOf(outcome) });
    else write(resultOf(outcome) ?? { error: errorOf(outcome) });
  };
  return { show, end: () => undefined };
}

/**
 * The same for the manifest store in the conformance programme's form. Its text is passed on as the engine wrote it:
 * parsing it here would round its large integers.
 */
export function crjsonPrinter(context: CliContext, isSeveral: boolean): Printer {
  const show = (outcome: FileOutcome): void => {
    if (outcome.kind === 'skipped') return;
    if (outcome.kind === 'failed') tell(context, outcome);
    const crjson = outcome.kind === 'verified' ? outcome.crjson : null;
    const error = errorOf(outcome);
    if (outcome.kind === 'verified' && crjson === null) {
      context.stderr.write(`${safeText(outcome.path)}: no manifest store that can be shown\n`);
    }
    const line = `{"file":${JSON.stringify(outcome.path)},"crjson":${onOneLine(crjson)},"error":${JSON.stringify(error)}}`;
    const alone = error === null ? (crjson ?? 'null') : JSON.stringify({ error }, null, 2);
    context.stdout.write(`${isSeveral ? line : alone}\n`);
  };
  return { show, end: () => undefined };
}

/** JSON strings contain no line breaks, so any line break is between tokens. */
function onOneLine(json: string | null): string {
  return json === null ? 'null' : json.replaceAll(/[\r\n]+ */g, '');
}

function jsonWriter({ stdout }: CliContext, isSeveral: boolean): (value: unknown) => void {
  return (value) => stdout.write(`${isSeveral ? JSON.stringify(value) : JSON.stringify(value, null, 2)}\n`);
}

function resultOf(outcome: VerifiedFile | FailedFile): VerifiedFile['result'] | null {
  return outcome.kind === 'verified' ? outcome.result : null;
}

function errorOf(outcome: VerifiedFile | FailedFile): { code: string; message: string } | null {
  return outcome.kind === 'failed' ? { code: outcome.code, message: outcome.message } : null;
}

/** A person who is watching sees failures even when the output goes to a file. */
function tell({ stderr }: CliContext, { path, message }: FailedFile): void {
  stderr.write(`revera: ${safeText(path)}: ${safeText(message)}\n`);
}
