import { flipByte } from '@revera/testkit';
import { createAuthority, EXPIRED_VALIDITY } from '@revera/testkit/authorities';
import { jpegExif } from '@revera/testkit/label';
import { buildJpeg } from '@revera/testkit/media';
import { signMedia } from '@revera/testkit/sign';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ManifestStoreFacts } from '../c2pa/facts.ts';
import { openSignBench, trustIn, type SignBench } from '../testing/sign-bench.ts';
import { isDeclaredUnproven } from './declared-unproven.ts';
import { judge } from './judge.ts';
import {
  ABSENT,
  action,
  ALL_LISTS,
  camera,
  codes,
  label,
  labels,
  listUse,
  manifest,
  marker,
  metadata,
  report,
  store,
} from '@revera/testkit/report';
import type { Verdict } from './verdict.ts';

const TYPES = 'http://cv.iptc.org/newscodes/digitalsourcetype/';
const declaring = (type: string | null, failures: string[], changes: Partial<ManifestStoreFacts> = {}) =>
  store({
    validation_state: 'invalid',
    active_codes: codes(failures),
    manifests: [
      manifest({
        generators: [{ name: 'OpenAI Media Service', version: null, model: null }],
        actions: [
          action({
            action: 'c2pa.created',
            software_agent: 'GPT-4o',
            digital_source_type: type === null ? null : `${TYPES}${type}`,
          }),
        ],
      }),
    ],
    ...changes,
  });
const expired = (type: string | null = 'trainedAlgorithmicMedia', ...more: string[]) =>
  declaring(type, ['signingCredential.expired', 'signingCredential.untrusted', ...more]);

/** It names an editor, and does not say how the content was made. */
const silent = { ...expired(), manifests: [manifest({ actions: [action()] })] };

describe('whether a credential is intact and only the validity of its certificate is not proven', () => {
  it.each([
    ['an expired certificate', expired(), true],
    ['a claim outside the validity', declaring(null, ['claimSignature.outsideValidity']), true],
    ['an identity that cannot be checked beside it', expired(null, 'cawg.ica.did_unavailable'), true],
    ['a revoked certificate', expired(null, 'signingCredential.ocsp.revoked'), false],
    ['a certificate that was revoked, and nothing else', declaring(null, ['signingCredential.revoked']), false],
    ['a certificate that breaks the profile', expired(null, 'signingCredential.invalid'), false],
    ['changed content', expired(null, 'assertion.dataHash.mismatch'), false],
    ['a broken claim', expired(null, 'assertion.hashedURI.mismatch'), false],
    ['a failure that nobody knows', expired(null, 'future.code'), false],
    [
      'a content hash that nobody confirms',
      declaring(null, [], {
        active_codes: codes(['signingCredential.expired'], ['claimSignature.validated']),
      }),
      false,
    ],
    [
      'a signature that nobody confirms',
      declaring(null, [], { active_codes: codes(['signingCredential.expired'], ['assertion.dataHash.match']) }),
      false,
    ],
    [
      'a broken ingredient',
      declaring(null, ['signingCredential.expired'], {
        ingredient_deltas: [{ ingredient_uri: null, codes: codes(['assertion.hashedURI.mismatch']) }],
      }),
      false,
    ],
    [
      'an ingredient whose certificate has expired like its own',
      declaring(null, ['signingCredential.expired'], {
        ingredient_deltas: [
          { ingredient_uri: null, codes: codes(['signingCredential.expired', 'signingCredential.untrusted']) },
        ],
      }),
      true,
    ],
    [
      'an ingredient whose certificate was revoked',
      declaring(null, ['signingCredential.expired'], {
        ingredient_deltas: [{ ingredient_uri: null, codes: codes(['signingCredential.ocsp.revoked']) }],
      }),
      false,
    ],
    ['a state that no code explains', declaring(null, []), false],
    ['a signer on no list: that counts as it is', declaring(null, ['signingCredential.untrusted']), false],
    ['no credential', ABSENT, false],
  ])('%s', (_what, facts, expected) => {
    expect(isDeclaredUnproven(facts, ALL_LISTS)).toBe(expected);
  });

  it('not of a time stamp whose list is missing: then nothing is held against it', () => {
    const stamped = codes(
      ['signingCredential.expired'],
      ['timeStamp.validated', 'claimSignature.insideValidity', 'claimSignature.validated', 'assertion.dataHash.match'],
      ['timeStamp.untrusted'],
    );
    const facts = store({ validation_state: 'invalid', active_codes: stamped });
    expect(isDeclaredUnproven(facts, [listUse('c2pa_tsa', { available: false })])).toBe(false);
  });
});

describe('what it declares counts like unsigned metadata', () => {
  const judged = (facts: ManifestStoreFacts, found: Parameters<typeof metadata>[0] = [], sites = labels()): Verdict =>
    judge({
      ...report(facts),
      metadata: { state: 'examined', facts: metadata(found) },
      china_aigc: { state: 'examined', facts: sites },
    });
  const STATUS = { provenance_status: 'invalid', integrity_status: 'certificate_invalid' } as const;

  it.each<[string, Verdict, Partial<Verdict>]>([
    [
      'AI generation, with its maker and model',
      judged(expired()),
      { ai_generated: true, content_declaration: 'ai_generated', source: 'ChatGPT', source_model: 'GPT-4o' },
    ],
    [
      'an edit with AI',
      judged(expired('compositeWithTrainedAlgorithmicMedia')),
      { ai_generated: true, content_declaration: 'ai_edited', source: 'ChatGPT' },
    ],
    [
      'a capture: never false',
      judged(expired('digitalCapture')),
      { ai_generated: null, content_declaration: 'captured' },
    ],
    ['nothing', judged(silent), { ai_generated: null, content_declaration: 'none', source: null }],
    [
      'AI generation, beside a camera: the camera is not its source',
      judged(expired(), [camera()]),
      { ai_generated: true, source: 'ChatGPT', source_model: 'GPT-4o' },
    ],
    [
      'AI generation, behind a label',
      judged(expired(), [], labels([label()])),
      { ai_generated: true, source: 'Example AI', source_model: null },
    ],
    [
      'a capture against a generator',
      judged(expired('digitalCapture'), [marker()]),
      { ai_generated: true, content_declaration: 'ai_generated', source: 'Example Generator', source_model: 'v1' },
    ],
    [
      'a revoked certificate',
      judged(expired('trainedAlgorithmicMedia', 'signingCredential.ocsp.revoked')),
      { ai_generated: null, content_declaration: 'none', source: null, source_model: null },
    ],
    [
      'changed content',
      judged(expired('trainedAlgorithmicMedia', 'assertion.dataHash.mismatch')),
      { ai_generated: null, content_declaration: 'none', source: null, source_model: null },
    ],
  ])('%s', (_what, verdict, expected) => {
    expect(verdict).toMatchObject({ ...STATUS, ...expected });
  });

  it('is told as declared and not proven, and only then', () => {
    const statement = { code: 'declared_not_proven', level: 'info', values: { credential: 'ai_generated' } };
    expect(judged(expired()).notes).toContainEqual(statement);
    const codesOf = (facts: ManifestStoreFacts): string[] => judged(facts).notes.map(({ code }) => code);
    expect(codesOf(expired())).not.toContain('declares_ai_generated');
    expect(codesOf(silent)).not.toContain('declared_not_proven');
    expect(codesOf(declaring('trainedAlgorithmicMedia', []))).not.toContain('declared_not_proven');
  });
});

describe('of a file that was really signed with a certificate that has expired', () => {
  let bench: SignBench;
  let signed: Uint8Array;
  let authority: Awaited<ReturnType<typeof createAuthority>>;
  beforeAll(async () => {
    bench = await openSignBench();
    authority = await createAuthority({ validity: EXPIRED_VALIDITY });
    const actions = [
      {
        action: 'c2pa.created',
        digitalSourceType: `${TYPES}trainedAlgorithmicMedia`,
        softwareAgent: { name: 'GPT-4o' },
      },
    ];
    signed = await signMedia(jpegExif({ tags: { Make: 'Canon', Model: 'Canon EOS R6' } }), 'image/jpeg', {
      authority,
      actions,
    });
  });
  afterAll(() => bench.close());

  it('the declaration counts, and no camera of the metadata is its source', async () => {
    const { verdict } = await bench.analyzeBytes(signed, trustIn(authority));
    expect(verdict).toMatchObject({
      provenance_status: 'invalid',
      integrity_status: 'certificate_invalid',
      ai_generated: true,
      content_declaration: 'ai_generated',
      source: 'ChatGPT',
    });
    expect(verdict.notes.map(({ code }) => code)).toContain('declared_not_proven');
  });

  it('nothing of it counts once the content was changed', async () => {
    const changed = flipByte(signed, signed.length - 3);
    const { verdict } = await bench.analyzeBytes(changed, trustIn(authority));
    expect(verdict).toMatchObject({ asset_binding_valid: false, ai_generated: null, content_declaration: 'none' });
  });

  it('an expired certificate of a file that declares nothing adds nothing', async () => {
    const actions = [{ action: 'c2pa.created', digitalSourceType: 'http://c2pa.org/digitalsourcetype/empty' }];
    const unspoken = await signMedia(buildJpeg(), 'image/jpeg', { authority, actions });
    const { verdict } = await bench.analyzeBytes(unspoken, trustIn(authority));
    expect(verdict).toMatchObject({ ai_generated: null, source: null, content_declaration: 'none' });
  });
});
