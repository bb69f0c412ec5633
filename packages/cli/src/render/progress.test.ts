import { describe, expect, it } from 'vitest';
import { createProgress } from './progress.ts';

function shown(isTerminal: boolean, total: number): string {
  let text = '';
  const write = (part: string): void => {
    text += part;
  };
  const progress = createProgress({ write, isTerminal, columns: 40 }, total);
  progress.show(1, 'bad\u001B[31m.jpg');
  progress.clear();
  return text;
}

describe('createProgress', () => {
  it('is one line that fits, without the control characters of a file name, and goes away', () => {
    expect(shown(true, 4)).toBe('\r\u001B[2K[#####---------------] 1/4 bad\\u{1b}[3…\r\u001B[2K');
  });

  it('is silent when nobody looks, and for one file', () => {
    expect(shown(false, 4)).toBe('');
    expect(shown(true, 1)).toBe('');
  });
});
