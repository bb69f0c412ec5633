import { formatBytes } from '../../kit/format-bytes.ts';
import type { Failure, FileState } from './file-state.ts';
import type { PageData } from './page-data.ts';
import type { Refusal } from './upload-limits.ts';

/** What a row says of its file. */
export function stateText(state: FileState, size: number, page: PageData): string {
  switch (state.kind) {
    case 'waiting':
    case 'analysing':
    case 'cancelled':
      return page.say(state.kind);
    case 'held':
      return page.say('held', { when: timeOfDay(state.untilMs, page.language) });
    case 'uploading':
      return page.say('uploading', { percent: percent(state.part, page.language) });
    case 'done':
      return state.verdict.text;
    case 'failed':
      return page.say('failed', { reason: failureText(state.failure, size, page) });
  }
}

function failureText(failure: Failure, size: number, page: PageData): string {
  switch (failure.kind) {
    case 'told':
      return failure.message;
    case 'disconnected':
      return page.say('disconnected');
    case 'unexpected':
      return page.say('unexpected', { status: failure.status });
    case 'refused':
      return refusalText(failure.refusal, size, page);
  }
}

function refusalText(refusal: Refusal, size: number, page: PageData): string {
  const limit = limitOf(refusal, page);
  const rounded = formatBytes(size, page.language);
  // A byte too many would read as if nothing were wrong.
  const exact = `${new Intl.NumberFormat(page.language).format(size)} B`;
  return page.say(refusal, { size: rounded === limit ? exact : rounded, limit });
}

function limitOf(refusal: Refusal, { limits, language }: PageData): string | number {
  if (refusal === 'too_many') return limits.files;
  return formatBytes(refusal === 'total_too_large' ? limits.totalBytes : limits.fileBytes, language);
}

/** The beginning of the next minute, so that what is promised has come true by then. */
function timeOfDay(ms: number, language: string): string {
  const MINUTE_MS = 60_000;
  const at = new Date(Math.ceil(ms / MINUTE_MS) * MINUTE_MS);
  return new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit' }).format(at);
}

function percent(part: number, language: string): string {
  return new Intl.NumberFormat(language, { style: 'percent' }).format(part);
}
