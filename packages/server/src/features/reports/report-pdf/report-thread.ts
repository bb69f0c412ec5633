import { parentPort } from 'node:worker_threads';
import { openFonts, type Fonts } from './fonts.ts';
import { renderDocument } from './render-document.ts';
import { renderReport } from './render-report.ts';
import type { PrintSource } from './source.ts';

/** The thread's answer to each report or document. */
export type PrintAnswer = { kind: 'printed'; pdf: Uint8Array<ArrayBuffer> } | { kind: 'failed'; message: string };

let fonts: Fonts | null = null;

parentPort?.on('message', (source: PrintSource) => void answer(source));

async function answer(source: PrintSource): Promise<void> {
  try {
    fonts ??= openFonts();
    // A copy with its own memory can be transferred.
    const pdf = new Uint8Array(await render(source, fonts));
    send({ kind: 'printed', pdf }, [pdf.buffer]);
  } catch (error) {
    send({ kind: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) }, []);
  }
}

function render(source: PrintSource, known: Fonts): Promise<Buffer> {
  return 'kind' in source ? renderDocument(source, known) : renderReport(source, known);
}

function send(message: PrintAnswer, transfer: ArrayBuffer[]): void {
  parentPort?.postMessage(message, transfer);
}
