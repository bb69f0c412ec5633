import type { Language } from '../../../shared/language.ts';

const KIB = 1024;

const SIZES = [
  [KIB ** 3, 'GB'],
  [KIB ** 2, 'MB'],
  [KIB, 'KB'],
] as const;

const TIMES = [
  [86_400_000, 'day', '天'],
  [3_600_000, 'hour', '小时'],
  [60_000, 'minute', '分钟'],
  [1000, 'second', '秒'],
] as const;

/** A day is shown as hours, as people say of what is kept so long; from two days on, days. */
const DAYS_FROM = 2;

/** In the largest unit in which it is a whole number: `100 MB`. */
export function sizeText(bytes: number): string {
  const unit = SIZES.find(([size]) => bytes >= size && bytes % size === 0);
  return unit === undefined ? `${bytes} B` : `${bytes / unit[0]} ${unit[1]}`;
}

/** In the largest unit in which it is a whole number: `30 days`. */
export function timeText(ms: number, language: Language): string {
  const unit = TIMES.find(([size], at) => ms % size === 0 && ms >= size * (at === 0 ? DAYS_FROM : 1));
  if (unit === undefined) return language === 'en' ? `${ms} ms` : `${ms} 毫秒`;
  const [size, en, zhCn] = unit;
  const count = ms / size;
  return language === 'en' ? `${count} ${en}${count === 1 ? '' : 's'}` : `${count} ${zhCn}`;
}
