import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const TOOLS = ['qpdf', 'pdftotext', 'pdfinfo'] as const;
const TIMEOUT_MS = 20_000;
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
const run = promisify(execFile);

/** What independent programs read in a PDF. */
export interface PdfReading {
  /** The text of all pages as a person selects it; pages end with a form feed. */
  readonly text: string;
  /** By the name that pdfinfo prints: `Title`, `Pages`, `Tagged`, `JavaScript`, … */
  readonly info: Readonly<Record<string, string>>;
  /** Names and types of actions, annotations and attachments in the file's objects. */
  readonly active: readonly string[];
}

/** Whether the programs are installed. When they are not, one line says that the tests with them are skipped. */
export function hasPdfTools(): boolean {
  const absent = TOOLS.filter((tool) => spawnSync(tool, ['--version']).error !== undefined);
  if (absent.length > 0) console.info(`${absent.join(', ')} absent: the tests that read PDFs with them are skipped`);
  return absent.length === 0;
}

/** Checks the structure of the file and reads it. Rejects with what the programs complain of. */
export async function readPdf(bytes: Uint8Array): Promise<PdfReading> {
  const folder = await mkdtemp(join(tmpdir(), 'revera-pdf-'));
  const path = join(folder, 'report.pdf');
  const read = async (tool: (typeof TOOLS)[number], args: readonly string[]): Promise<string> => {
    const { stdout, stderr } = await run(tool, [...args], { timeout: TIMEOUT_MS, maxBuffer: MAX_OUTPUT_BYTES });
    if (stderr.trim() !== '') throw new Error(`${tool}: ${stderr.trim()}`);
    return stdout;
  };
  try {
    await writeFile(path, bytes);
    await read('qpdf', ['--check', path]);
    const text = await read('pdftotext', ['-enc', 'UTF-8', path, '-']);
    const info = infoOf(await read('pdfinfo', ['-enc', 'UTF-8', path]));
    const objects = await read('qpdf', ['--qdf', '--object-streams=disable', '--stream-data=preserve', path, '-']);
    return { text, info, active: [...new Set(objects.replaceAll(STREAM, '').match(ACTIVE) ?? [])] };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What makes a viewer do something, or go somewhere. */
const ACTIVE =
  /\/(?:JavaScript|JS|OpenAction|AA|Launch|URI|GoToR|SubmitForm|EmbeddedFiles?|Annots|AcroForm|RichMedia)(?![A-Za-z])/g;

/** Pages and fonts: bytes in which anything may stand by chance. */
const STREAM = /\bstream\r?\n[^]*?endstream/g;

function infoOf(printed: string): Record<string, string> {
  return Object.fromEntries(
    printed.split('\n').flatMap((line) => {
      const [, name, value] = /^([^:]+):\s*(.*)$/.exec(line) ?? [];
      return name === undefined || value === undefined ? [] : [[name, value]];
    }),
  );
}
