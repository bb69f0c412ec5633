import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BASES, WALKS } from './common-passwords.ts';
import { judgePassword, PASSWORD_CHARACTERS } from './password-rules.ts';

const OWNER = { email: 'marie.lindqvist@example.com', name: '' };
const judge = (password: string, owner = OWNER) => judgePassword(password, owner);

describe('passwords that are taken', () => {
  it.each([
    'brass kettle under the pier',
    'k7Vq!mZ2pX',
    'Tr0ub4dor&3',
    '秋天的湖水很安静我们去划船吧',
    'пароль из шести слов и точка',
    ']{;/.,<>?~`|',
    'my password is a long story',
    'dragon eats seven cold noodles',
    'a3f91c07e2',
    '4f 8a 21 c6 9e',
  ])('%s', (password) => {
    expect(judge(password)).toBeUndefined();
  });

  it('nearly all that a generator makes', () => {
    const letters = fc.constantFrom(
      ...Array.from('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!#%&*+-?'),
    );
    let refused = 0;
    const runs = 500;
    fc.assert(
      fc.property(fc.array(letters, { minLength: 16, maxLength: 40 }), (text) => {
        if (judge(text.join('')) !== undefined) refused += 1;
      }),
      // Shrinking and its bias to small values would make what no generator makes.
      { numRuns: runs, endOnFailure: true },
    );
    expect(refused).toBeLessThan(runs / 10);
  });
});

describe('passwords that are refused', () => {
  it('by length, counted in characters of any script', () => {
    expect(judge('k7Vq!mZ2p')).toBe('too_short');
    expect(judge('湖水很安静我们去划')).toBe('too_short');
    expect(judge('湖水很安静我们去划船')).toBeUndefined();
    const long = Array.from({ length: PASSWORD_CHARACTERS.max }, (_, at) =>
      String.fromCodePoint(0x4e00 + ((at * at * 37) % 5_003)),
    ).join('');
    expect(judge(long)).toBeUndefined();
    expect(judge(`${long}x`)).toBe('too_long');
    expect(judge('🌊🌋🌌🌍🌎🌏🌐🌑🌒')).toBe('too_short');
  });

  it.each([
    'password12',
    'Password2024',
    'P@ssw0rd2024!',
    'p4ssw0rd123456',
    '123password!',
    'Welcome2Revera',
    'letmein2025',
    'iloveyou!!!!',
    'Admin@123456',
    'ADMIN19991231',
    'dragonmonkey',
    'woaini1314520',
    'woaini5201314',
    'Beijing2008!',
    'trustno1trustno1',
    'qwertypassword',
    'passwordabc',
    'changeme-changeme',
    'Summer2026!!',
    'Ｐａｓｓｗｏｒｄ２０２４',
  ])('as common: %s', (password) => {
    expect(judge(password)).toMatch(/^too_(common|simple)$/);
  });

  it.each([
    'qwertyuiop',
    '1234567890',
    '0987654321',
    'qazwsxedcrfv',
    '1qaz2wsx3edc',
    '1q2w3e4r5t6y',
    'abcdefghijkl',
    'zyxwvutsrqpo',
    'aaaaaaaaaaaa',
    'abcabcabcabc',
    'xyzzyxyzzyxyzzy',
    'asdfghjkl123',
    'q-w-e-r-t-y-u-i',
    '1111122222',
    'poiuytrewq',
    '!@#$%^&*()',
    '12ab12ab12ab',
  ])('as simple: %s', (password) => {
    expect(judge(password)).toBe('too_simple');
  });

  it.each([
    'marie.lindqvist',
    'Lindqvist1987',
    'MarieLindqvist!',
    'marie.lindqvist@example.com',
    'lindqvistmarie1',
    'L1ndqv1st!2024',
  ])('as personal: %s', (password) => {
    expect(judge(password)).toBe('too_personal');
  });

  it('as personal by the name, in any script', () => {
    expect(judge('Ingeborg1987', { email: 'x@example.com', name: 'Ingeborg Ås' })).toBe('too_personal');
    expect(judge('欧阳娜娜123456', { email: 'x@example.com', name: '欧阳娜娜' })).toBe('too_personal');
    expect(judge('Ingeborg1987 dances', { email: 'x@example.com', name: 'Ingeborg Ås' })).toBeUndefined();
  });

  it('every base with a year or digits and signs behind it, in any case', () => {
    const digits = fc.stringMatching(/^\d{0,6}$/);
    const signs = fc.stringMatching(/^[!?.#*@$_-]{0,4}$/);
    fc.assert(
      fc.property(fc.constantFrom(...BASES), digits, signs, fc.boolean(), (base, number, sign, upper) => {
        const password = `${upper ? base.toUpperCase() : base}${number}${sign}`;
        fc.pre(Array.from(password).length >= PASSWORD_CHARACTERS.min);
        expect(judge(password), password).toMatch(/^too_(common|simple)$/);
      }),
      { numRuns: 1000 },
    );
  });

  it('every walk over the keyboard, in both directions', () => {
    for (const walk of WALKS) {
      const backwards = Array.from(walk).toReversed().join('');
      for (const text of [`${walk}${walk}`, `${backwards}${backwards}`]) expect(judge(text), text).toBe('too_simple');
    }
  });

  it('every repetition of a short block', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 8, unit: 'grapheme' }), (block) => {
        expect(judge(block.repeat(20))).toMatch(/^too_/);
      }),
    );
  });
});

it('judges any text without an error', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), fc.string(), fc.string(), (password, email, name) => {
      const refusal = judgePassword(password, { email, name });
      expect([undefined, 'too_short', 'too_long', 'too_common', 'too_simple', 'too_personal']).toContain(refusal);
    }),
  );
});
