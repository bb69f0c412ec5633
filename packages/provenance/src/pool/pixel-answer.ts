import { isObject } from '../bytes/json.ts';
import { LIMITS } from '../limits.ts';
import type { MeasuredPixels, NotMeasuredCode, PictureSize } from '../resolution/facts.ts';
import { PIXEL_CODES, type PixelEvidence, type TraceMap } from '../resolution/types.ts';

/** What a process that measures pixels has answered; null when it is no answer, as of a process that a picture took over. */
export function decodePixelAnswer(answer: unknown): MeasuredPixels | { reason: NotMeasuredCode } | null {
  if (!isObject(answer)) return null;
  const reason = oneOf(REASONS, answer['reason']);
  if (reason !== null) return { reason };
  const status = oneOf(STATUSES, answer['status']);
  const image = decodeSize(answer['image']);
  const window = decodeWindow(answer['window']);
  const evidence = listOf(answer['evidence'], LIMITS.resolutionEvidence, decodeEvidence);
  const alternatives = listOf(answer['factor_alternatives'], LIMITS.resolutionEvidence, positive);
  const grid = oneOf(GRIDS, answer['codec_grid']);
  const model = decodeModel(answer['model']);
  if (status === null || image === null || window === null || evidence === null || alternatives === null) return null;
  if (grid === null || model === null || (answer['map'] != null && decodeMap(answer['map']) === null)) return null;
  return {
    state: 'measured',
    status,
    evidence,
    confidence: oneOf(CONFIDENCES, answer['confidence']),
    estimated_factor: positive(answer['estimated_factor']),
    factor_alternatives: alternatives,
    score: finite(answer['score']),
    detail_percent: percent(answer['detail_percent']),
    model,
    map: decodeMap(answer['map']),
    image,
    window,
    codec_grid: grid,
    is_first_frame: answer['is_first_frame'] === true,
  };
}

/** What a decoder can say of a picture; that it was ended, others say. */
const REASONS = ['not_decodable', 'too_many_pixels'] as const satisfies readonly NotMeasuredCode[];
const STATUSES = ['native', 'likely_upscaled', 'uncertain'] as const;
const CONFIDENCES = ['high', 'medium', 'low'] as const;
const GRIDS = [8, 16] as const;

function decodeModel(value: unknown): MeasuredPixels['model'] | null {
  if (!isObject(value)) return null;
  const { method, sha256 } = value;
  const [enlarged, native] = [finite(value['enlarged_from']), finite(value['native_up_to'])];
  if (typeof method !== 'string' || !METHOD.test(method) || typeof sha256 !== 'string') return null;
  if (enlarged === null || native === null || !SHA256.test(sha256)) return null;
  return { method, sha256, enlarged_from: enlarged, native_up_to: native };
}

const METHOD = /^[a-z]{1,20}-[0-9]{1,3}$/;
const SHA256 = /^[0-9a-f]{64}$/;

function decodeEvidence(value: unknown): PixelEvidence | null {
  if (!isObject(value)) return null;
  const code = oneOf(PIXEL_CODES, value['code']);
  if (code === null) return null;
  return {
    code,
    strength: finite(value['strength']),
    reference: finite(value['reference']),
    value: finite(value['value']),
  };
}

function decodeMap(value: unknown): TraceMap | null {
  if (!isObject(value)) return null;
  const [columns, rows] = [side(value['columns']), side(value['rows'])];
  const cells = value['cells'];
  if (columns === null || rows === null || columns * rows > LIMITS.resolutionCells) return null;
  if (!Array.isArray(cells) || cells.length !== columns * rows) return null;
  return { columns, rows, cells: cells.map(percent) };
}

function decodeSize(value: unknown): PictureSize | null {
  if (!isObject(value)) return null;
  const [width, height] = [side(value['width']), side(value['height'])];
  return width === null || height === null ? null : { width, height };
}

function decodeWindow(value: unknown): MeasuredPixels['window'] | null {
  const size = decodeSize(value);
  if (size === null || !isObject(value)) return null;
  const [left, top] = [whole(value['left']), whole(value['top'])];
  return left === null || top === null ? null : { ...size, left, top };
}

function listOf<Item>(value: unknown, most: number, decode: (item: unknown) => Item | null): Item[] | null {
  if (!Array.isArray(value) || value.length > most) return null;
  const items = value.map(decode).filter((item) => item !== null);
  return items.length === value.length ? items : null;
}

function oneOf<const Value>(values: readonly Value[], value: unknown): Value | null {
  return values.find((known) => known === value) ?? null;
}

function finite(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

function positive(value: unknown): number | null {
  const number = finite(value);
  return number !== null && number > 0 ? number : null;
}

function percent(value: unknown): number | null {
  const number = finite(value);
  return number !== null && number >= 0 && number <= 100 ? number : null;
}

function whole(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

function side(value: unknown): number | null {
  const number = whole(value);
  return number === 0 ? null : number;
}
