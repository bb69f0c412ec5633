import { expect, it } from 'vitest';
import { wordDuration } from './duration.ts';

it.each([
  [0, '0 ms', '0毫秒'],
  [38, '38 ms', '38毫秒'],
  [999, '999 ms', '999毫秒'],
  [1000, '1 sec', '1秒'],
  [1449, '1.4 sec', '1.4秒'],
  [60_000, '1 min', '1分钟'],
  [125_000, '2.1 min', '2.1分钟'],
])('words %i milliseconds', (ms, en, zhCn) => {
  expect([wordDuration(ms, 'en'), wordDuration(ms, 'zh-CN')]).toEqual([en, zhCn]);
});
