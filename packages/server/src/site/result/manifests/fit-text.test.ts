import { hostileTexts } from '@revera/testkit/sign';
import { describe, expect, it } from 'vitest';
import { fitText } from './fit-text.ts';

const ROOM = { width: 150, size: 15 };

describe('fitText', () => {
  it('leaves alone what has room, and cuts the rest', () => {
    expect(fitText('photo.jpg', ROOM)).toBe('photo.jpg');
    expect(fitText('component', { width: 68, size: 12 })).toBe('component');
    expect(fitText('a photograph of a river.jpg', ROOM)).toBe('a photograph of a…');
  });

  it('knows that Chinese letters are wide', () => {
    expect(fitText('清单清单清单清单清单', ROOM)).toBe('清单清单清单清单清单');
    expect(fitText('清单清单清单清单清单一', ROOM)).toBe('清单清单清单清单清…');
  });

  it.each(Object.entries(hostileTexts))('keeps %s short and visible', (_name, text) => {
    const shown = fitText(text, ROOM);
    expect(shown.replaceAll(/\p{M}/gu, '').length).toBeLessThan(40);
    expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    expect(shown.match(/\p{M}/gu)?.length ?? 0).toBeLessThanOrEqual(3);
  });
});
