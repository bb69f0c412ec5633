import { parentPort } from 'node:worker_threads';
import { openFonts, type Fonts } from './fonts.ts';
import { renderReport } from './render-report.ts';
import type { ReportSource } from './source.ts';

/** The thread's answer to each report. */
export type PrintAnswer = { kind: 'printed'; pdf: Uint8Array<ArrayBuffer> } | { kind: 'failed'; message: string };

let fonts: Fonts | null = null;

parentPort?.on('message', (source: ReportSource) => void answer(source));

async function answer(source: ReportSource): Promise<void> {
  try {
    fonts ??= openFonts();
    // A copy with its own memory can be transferred.
    const pdf = new Uint8Array(await renderReport(source, fonts));
    send({ kind: 'printed', pdf }, [pdf.buffer]);
  } catch (error) {
    send({ kind: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) }, []);
  }
}

function send(message: PrintAnswer, transfer: ArrayBuffer[]): void {
  parentPort?.postMessage(message, transfer);
}
