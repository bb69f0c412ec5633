import { describe, expect, it } from 'vitest';
import type { SignatureFacts } from '../c2pa/facts.ts';
import { LIMITS } from '../limits.ts';
import { ALIASES, findAlias, findProduct, restAfter } from './find-alias.ts';
import { manifest } from '@revera/testkit/report';

function signedBy(signer_organization: string | null, signer_unit: string | null = null): SignatureFacts | null {
  const { signature } = manifest();
  return signature === null ? null : { ...signature, signer_organization, signer_unit };
}

describe('the alias table', () => {
  it.each(ALIASES.map((alias) => [`${alias.field} ${alias.text} ${alias.unit ?? ''}`, alias] as const))(
    '%s is reached, and no earlier row stands before it',
    (_name, alias) => {
      const signature = signedBy(alias.signedBy ?? null, alias.unit ?? null);
      expect(findAlias(alias.field, alias.text, signature)).toBe(alias);
      // Claim generators are looked up by their product, which toolkits are no part of.
      if (alias.field === 'generator') {
        expect(findProduct(alias.text)?.alias ?? null).toBe(alias.kind === 'toolkit' ? null : alias);
      }
      if (alias.match === 'exact') return;
      expect(findAlias(alias.field, `${alias.text} 2`, signature)).toBe(alias);
    },
  );

  it('names a source in every row that may name one, and in no other', () => {
    const naming = new Set(['generator', 'editor', 'camera']);
    for (const alias of ALIASES)
      expect([alias.text, alias.source !== null]).toEqual([alias.text, naming.has(alias.kind)]);
  });

  it('gives each row a reason', () => {
    expect(ALIASES.filter(({ why }) => why.length < 6)).toEqual([]);
  });
});

describe('a name', () => {
  it.each([
    ['other case', 'agent', 'dall·e', 'DALL·E'],
    ['underscores', 'generator', 'Adobe_Firefly', 'Adobe Firefly'],
    ['spaces around it', 'organization', ' OpenAI OpCo, LLC ', 'OpenAI OpCo, LLC'],
    ['decomposed characters', 'organization', 'Agence France-Presse'.normalize('NFD'), 'AGENCE FRANCE-PRESSE'],
    ['invisible characters', 'generator', 'Chat\u200BGPT', 'ChatGPT'],
    ['a beginning of words', 'agent', 'Flux.2 [pro]', 'Flux.2'],
  ] as const)('is compared with %s', (_what, field, text, found) => {
    expect(findAlias(field, text, null)?.text).toBe(found);
  });

  it.each([
    ['a longer word', 'agent', 'Veolia'],
    ['a word inside', 'agent', 'My Midjourney plug-in'],
    ['an exact row with more behind it', 'organization', 'Stability AI Ltd and sons'],
    ['a company of similar name', 'organization', 'Stability Solutions Inc.'],
    ['another field', 'cn', 'OpenAI'],
    ['nothing', 'agent', ''],
  ] as const)('is not found: %s', (_what, field, text) => {
    expect(findAlias(field, text, null)).toBe(null);
  });

  it('of a common word needs the signer, and a unit its organization', () => {
    expect(findAlias('agent', 'Photo assist', signedBy('Samsung Galaxy'))?.source).toBe('Samsung Galaxy AI');
    expect(findAlias('agent', 'Photo assist', signedBy('Samsungish'))).toBe(null);
    expect(findAlias('agent', 'Photo assist', null)).toBe(null);
    expect(findAlias('organization', 'Truepic', signedBy('Truepic', 'Vision'))?.kind).toBe('camera');
    expect(findAlias('organization', 'Truepic', signedBy('Truepic', 'Lens'))).toBe(null);
  });

  it('of a model may stand behind its host', () => {
    const model = (text: string) => {
      const alias = findAlias('agent', text, null);
      return alias === null ? null : restAfter(alias, text);
    };
    expect(model('fal-ai/flux-2-klein')).toBe('flux-2-klein');
    expect(model('Azure OpenAI DALL-E')).toBe('DALL-E');
    expect(model('Bria')).toBe(null);
  });
});

describe('the product of a claim generator', () => {
  it.each([
    ['Adobe_Photoshop/26.9.0 adobe_c2pa/0.14.2 c2pa-rs/0.43.0', 'Adobe Photoshop'],
    ['Adobe Photoshop 23.3.1 (build 20220101.r.1 mac)', 'Adobe Photoshop'],
    ['Adobe_Firefly adobe_c2pa/0.12.4+sven2 c2pa-rs/0.32.7', 'Adobe Firefly'],
    ['OpenAI-API c2pa-rs/0.28.4', 'OpenAI-API'],
    ['M11-P/2.0.2 (Serial: 1234567) lc_c2pa/v1.6.1', 'M11-P'],
    ['Galaxy S25 c2pa-rs/0.62.0', 'Galaxy S25'],
    ['Nikon_Z_9_Sample_for_Adobe_MAX_2022 c2pa-rs/0.14.0', 'Nikon Z 9 Sample for Adobe MAX 2022'],
    ['c2pa-rs/0.30.0 Some App', 'Some App'],
    ['New_Generator/2.0 otherlib/1.0', 'New Generator'],
    ['A (one (two) three) B', 'A B'],
    ['A (never closed', 'A'],
    ['图像工具/1.0', '图像工具'],
  ])('of %j is %j', (text, name) => {
    expect(findProduct(text)?.name).toBe(name);
  });

  it.each([
    'c2pa-rs 0.78.4',
    'c2patool/0.7.0 c2pa-rs/0.28.2',
    'Truepic_Lens_SDK_libc2pa/2.5.1',
    'Truepic Lens SDK libc2pa C++ Library',
    'Google C2PA Core Generator Library',
    '925066386',
    '8d8ac498-e6d4-4d72-a717-b0df5e6f3f4d',
    '()/',
    '\u202E\u0000\n',
    '',
    null,
    undefined,
  ])('of %j is none', (text) => {
    expect(findProduct(text)).toBe(null);
  });

  it('of a hostile text is one line, visible, and short', () => {
    const name = findProduct(`\u202EEvil\n\u0000\u0007 \uD800 <b>app</b>${'x'.repeat(100_000)}`)?.name ?? '';
    expect(name.startsWith('Evil <b>app</b>xxx')).toBe(true);
    expect(name).toHaveLength(LIMITS.sourceNameChars);
    const halved = `${'x'.repeat(LIMITS.sourceNameChars - 1)}\u{1F600}`;
    expect(findProduct(halved)?.name).toBe('x'.repeat(LIMITS.sourceNameChars - 1));
  });
});
