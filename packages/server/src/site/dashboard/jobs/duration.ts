import type { Language } from '../../../shared/language.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

/** How long something took, as exactly as people ask: `38 ms`, `1.4 s`, `2 min`. */
export function wordDuration(ms: number, language: Language): string {
  if (ms < SECOND_MS) return format(ms, 'millisecond', language);
  if (ms < MINUTE_MS) return format(ms / SECOND_MS, 'second', language);
  return format(ms / MINUTE_MS, 'minute', language);
}

function format(value: number, unit: string, language: Language): string {
  const digits = unit === 'millisecond' ? 0 : 1;
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: digits,
  }).format(value);
}
