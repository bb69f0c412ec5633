import { stripVTControlCharacters } from 'node:util';
import { PROVENANCE_STATUSES } from '@revera/provenance';
import { describe, expect, it } from 'vitest';
import { sampleFile, sampleLabel } from '../testing/sample-file.ts';
import { painter, type ColorMode } from './color.ts';
import { renderDetails } from './details.ts';
import { layoutFor, type Layout } from './layout.ts';
import { renderResult, verdictLine } from './result.ts';
import { words } from './words.ts';

const OUTPUT = { write: () => undefined, isTerminal: true, columns: 80 };

function layout(mode: ColorMode = 'never', env: Record<string, string> = {}): Layout {
  return layoutFor(OUTPUT, painter(mode, OUTPUT, env));
}

describe('renderResult', () => {
  it('shows labels, those that cannot be read as well', () => {
    const labels = [
      sampleLabel({ location: 'APP1' }, { Label: '1', ContentProducer: 'Example AI' }),
      sampleLabel({ location: 'APP11', state: 'empty' }),
    ];
    const shown = renderResult(sampleFile({ store: null, labels }), words('en'), layout()).join('\n');
    expect(shown).toContain('  AIGC label  Label 1, Example AI, in APP1\n  AIGC label  empty, in APP11\n');
  });

  it('shows a verified file', () => {
    expect(renderResult(sampleFile(), words('en'), layout()).join('\n')).toMatchInlineSnapshot(`
      "✔ VERIFIED  photo.jpg
        Signed, unchanged, by a signer on the C2PA trust list
        “Example Org” signed this file, its certificate leads to the official C2PA
        trust list, and the content is unchanged since.

        Signed by   Example Org
        Signed at   2026-05-01T10:00:00Z
        Made with   Example Camera 2.1
        Integrity   signature valid, content unchanged
        Trust       on the C2PA trust list (list c2pa, copy of 2026-05-31)
        Declared    captured (digitalCapture)
        Time stamp  2026-05-01T10:00:00Z, by CN=Example TSA
        Revocation  not checked

        - What this does not mean
          A valid credential proves who signed and that the content is unchanged. It
          does not prove that what is shown is true.
        - No China AIGC label found
          None was found in the places that the reader knows. Absence proves nothing:
          many tools write none, and many services remove it.
        - Declared as captured
          The credential says that a camera, scanner or recorder captured this
          content.
        + Time-stamped
          A time-stamping authority confirms that the signature existed at
          2026-05-01T10:00:00.000Z.
        - Revocation not checked
          The file carries no evidence of whether the signing certificate was revoked,
          and this service does not ask its issuer.
        - What was not examined
          This version examines the C2PA content credential and the China AIGC label.
          Vendor metadata and resolution integrity were not examined.

        File       JPEG (image/jpeg), 12,345 bytes
        SHA-256    cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd
        Judged at  2026-06-01T00:00:00Z"
    `);
  });

  it('shows a file without a credential, in Chinese', () => {
    const file = sampleFile({ store: null, language: 'zh-CN', path: '照片.jpg' });
    expect(renderResult(file, words('zh-CN'), layout()).join('\n')).toMatchInlineSnapshot(`
      "? 来源未知  照片.jpg
        未发现内容凭证
        文件中没有 C2PA 内容凭证。没有证据不能证明任何事情：大多数文件都没有凭证，许多
        平台也会将其去除。

        - 未发现 AIGC 标识
          在读取器已知的位置均未发现。没有标识不能证明任何事：许多工具不写入标识，许多
          服务会将其去除。
        - 未检查的内容
          当前版本检查 C2PA 内容凭证和中国 AIGC 标识，未检查厂商元数据和分辨率完整性。

        文件      JPEG (image/jpeg), 12,345 字节
        SHA-256   cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd
        判定时刻  2026-06-01T00:00:00Z"
    `);
  });

  it('names the signer of an unbound credential only as a claim', () => {
    const codes = { success: [{ code: 'claimSignature.validated', url: null, explanation: null }], informational: [] };
    const failure = [{ code: 'assertion.dataHash.mismatch', url: null, explanation: null }];
    const lines = renderResult(
      sampleFile({ store: { active_codes: { ...codes, failure }, validation_state: 'invalid' } }),
      words('en'),
      layout(),
    );
    expect(lines[0]).toBe('✘ CHANGED AFTER SIGNING  photo.jpg');
    expect(lines.some((line) => line.startsWith('  Signer named  Example Org'))).toBe(true);
    expect(lines.some((line) => line.includes('Signed by'))).toBe(false);
  });

  it('lets nothing of a hostile file reach the terminal', () => {
    const hostile = '\u001B[2J\u202Eevil\r\n✔ VERIFIED';
    const file = sampleFile({
      path: `a${hostile}.jpg`,
      manifest: {
        title: hostile,
        generator: hostile,
        signature: {
          algorithm: null,
          signer: hostile,
          signer_organization: hostile.repeat(1000),
          certificate: null,
          time_stamp: { time: hostile, authority: hostile },
        },
        actions: [
          {
            action: hostile,
            when: hostile,
            software_agent: hostile,
            digital_source_type: hostile,
            description: hostile,
          },
        ],
        ingredients: [
          { label: hostile, title: hostile, format: null, relationship: hostile, active_manifest: hostile },
        ],
      },
      store: {
        chain: {
          certificates: [
            {
              subject: hostile,
              issuer: hostile,
              fingerprint_sha256: hostile,
              not_before: hostile,
              not_after: hostile,
              extended_key_usages: [],
            },
          ],
          self_signed: false,
          links_valid: true,
        },
      },
    });
    const text = [
      ...renderResult(file, words('en'), layout()),
      ...renderDetails(file.report, words('en'), layout()),
    ].join('\n');
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(text.split('\n').filter((line) => line.startsWith('✔ VERIFIED'))).toHaveLength(1);
    expect(text.length).toBeLessThan(20_000);
  });
});

describe('renderDetails', () => {
  it('draws each manifest once, also when ingredients form a circle', () => {
    const ingredient = (active_manifest: string) => ({
      label: null,
      title: null,
      format: null,
      relationship: 'componentOf',
      active_manifest,
    });
    const { report } = sampleFile({ manifest: { ingredients: [ingredient('urn:c2pa:1'), ingredient('gone')] } });
    const text = renderDetails(report, words('en'), layout()).join('\n');
    expect(text).toContain('componentOf · urn:c2pa:1 · intact · shown above');
    expect(text).toContain('componentOf · gone · no credential of its own');
  });
});

describe('verdictLine', () => {
  it.each(PROVENANCE_STATUSES)('says %s with a word beside the symbol, with and without colour', (status) => {
    const plain = verdictLine('a.jpg', status, words('en'), layout());
    expect(plain).toMatch(/^\S [A-Z ]+ {2}a\.jpg$/);
    const coloured = verdictLine('a.jpg', status, words('en'), layout('always'));
    expect(coloured).toContain('\u001B[');
    expect(stripVTControlCharacters(coloured)).toBe(plain);
  });
});

describe('painter', () => {
  it.each<[ColorMode, Record<string, string>, boolean, boolean]>([
    ['auto', {}, true, true],
    ['auto', {}, false, false],
    ['auto', { NO_COLOR: '1' }, true, false],
    ['auto', { NO_COLOR: '' }, true, true],
    ['auto', { TERM: 'dumb' }, true, false],
    ['always', { NO_COLOR: '1' }, false, true],
    ['never', {}, true, false],
  ])('%s with %j on a terminal: %s colours: %s', (mode, env, isTerminal, colours) => {
    const paint = painter(mode, { ...OUTPUT, isTerminal }, env);
    expect(paint('good', 'x')).toBe(colours ? '\u001B[32mx\u001B[0m' : 'x');
  });
});
