import type { Outcome } from './file-state.ts';
import { member } from '../../kit/islands/member.ts';
import { parseJson } from '../../kit/islands/parse-json.ts';

export interface Answer {
  readonly status: number;
  readonly body: string;
  /** The header of that name. */
  readonly retryAfter: string | null;
}

/** The file itself is the reason: sending it again cannot help. */
const FINAL = new Set(['INVALID_FILE_TYPE', 'MEDIA_PARSE_FAILED', 'FILE_TOO_LARGE']);

/** When the server does not say how long to wait, and between which bounds it is believed. */
const WAIT_SECONDS = 60;
const WAIT_SECONDS_MIN = 1;
const WAIT_SECONDS_MAX = 3600;

/** Reads what `/api/analyze` answers for one file. Proxies in between may answer anything at all. */
export function decodeAnswer({ status, body, retryAfter }: Answer): Outcome {
  if (status === 429) return { kind: 'limited', seconds: secondsOf(retryAfter) };
  const answer = parseJson(body);
  const results = member(answer, 'results');
  const item: unknown = Array.isArray(results) ? results[0] : undefined;
  return (
    decodeVerdict(member(item, 'result')) ??
    decodeError(member(item, 'error') ?? member(answer, 'error')) ?? {
      kind: 'failed',
      failure: { kind: 'unexpected', status },
      canRetry: true,
    }
  );
}

function decodeVerdict(result: unknown): Outcome | null {
  const id = member(result, 'id');
  const status = member(result, 'provenance_status');
  if (typeof id !== 'string' || typeof status !== 'string') return null;
  const notes = member(result, 'understand');
  const text = textOf(member(Array.isArray(notes) ? notes[0] : undefined, 'text'));
  const declares = textOf(member(member(result, 'summary'), 'content_declaration'));
  return { kind: 'done', verdict: { id, status, declares, text } };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function decodeError(error: unknown): Outcome | null {
  const code = member(error, 'code');
  const message = member(error, 'message');
  if (typeof code !== 'string' || typeof message !== 'string') return null;
  return { kind: 'failed', failure: { kind: 'told', message }, canRetry: !FINAL.has(code) };
}

function secondsOf(header: string | null): number {
  const seconds = Number(header);
  if (header === null || header.trim() === '' || !Number.isFinite(seconds)) return WAIT_SECONDS;
  return Math.min(Math.max(seconds, WAIT_SECONDS_MIN), WAIT_SECONDS_MAX);
}
