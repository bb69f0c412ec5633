import type { Language } from '../../shared/language.ts';

const UNITS = ['B', 'KB', 'MB', 'GB'] as const;
const STEP = 1024;

/** A size for people: `12.4 MB`, in steps of 1024 as the limits are. */
export function formatBytes(bytes: number, language: Language): string {
  let value = bytes;
  let unit = 0;
  while (value >= STEP && unit < UNITS.length - 1) {
    value /= STEP;
    unit += 1;
  }
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: unit === 0 ? 0 : 1 }).format(value);
  return `${number} ${UNITS[unit] ?? ''}`;
}
