import { describe, expect, it } from 'vitest';
import { judge } from '../verdict/judge.ts';
import {
  ABSENT,
  camera,
  codes,
  label,
  labels,
  manifest,
  marker,
  metadata,
  report,
  store,
} from '@revera/testkit/report';
import { presentResult } from './present-result.ts';
import type { Report } from '../report.ts';

const context = { id: 'job_1', filename: 'a.jpg', sha256: 'ab'.repeat(32), language: 'en' } as const;
const present = (facts: Report) => presentResult(facts, judge(facts), context);

describe('the published result', () => {
  it('of a file without a credential says so in every part and claims nothing', () => {
    expect(present(report(ABSENT))).toMatchObject({
      id: 'job_1',
      status: 'completed',
      filename: 'a.jpg',
      provenance_status: 'unknown',
      credential_integrity_status: 'no_credential',
      summary: {
        ai_generated: null,
        source: null,
        source_model: null,
        credential: 'no_credential',
        content_declaration: 'none',
      },
      c2pa: {
        present: false,
        claim_signature_valid: null,
        asset_binding_valid: null,
        trust_status: 'unknown',
        certificate: { valid: null, subject: null, issuer: null, not_before: null, not_after: null },
        trust: {
          status: 'unknown',
          using_cached_version: false,
          list: null,
          list_fetched_at: null,
          product: null,
          assurance_level: null,
        },
        validation_state: null,
        manifest_count: 0,
      },
      china_aigc: {
        present: false,
        parser_version: '1.0',
        note: 'None was found in the places that the reader knows. Absence proves nothing: many tools write none, and many services remove it.',
        items: [],
        findings: [],
        look_alikes: [],
        complete: true,
      },
      metadata: {
        vendor: null,
        model: null,
        status: 'not_found',
        summary:
          'No field names a camera, a program or a generator. Absence proves nothing: most services remove metadata.',
        evidence: [],
        digital_source_types: [],
        complete: true,
      },
      resolution_integrity: { status: 'uncertain', reasons: ['Not examined by this version of Revera.'] },
    });
  });

  it('of metadata says whom they name, in which field, and that they are unsigned', () => {
    const found = {
      ...report(ABSENT),
      metadata: { state: 'examined', facts: metadata([marker(), camera()]) },
    } as const;
    const { metadata: shown, status } = present(found);
    expect(shown).toMatchObject({ vendor: 'Example Generator', model: 'v1', status: 'conflicting' });
    expect(shown.summary).toMatch(/PNG parameters.*EXIF Make.*unsigned/);
    expect(shown.evidence[1]).toEqual({
      rule: 'camera',
      kind: 'captured',
      strength: 'medium',
      vendor: 'Canon',
      model: 'EOS R5',
      field: 'EXIF Make',
      location: 'APP1/Exif/IFD0',
      attested: null,
    });
    expect(status).toBe('completed');
  });

  it.each([
    ['en', 'A generator left its mark in XMP: name not given.'],
    ['zh-CN', '生成工具在 XMP 中留下了标记：未写明是哪一种。'],
  ] as const)('words in %s a marker that names nobody', (language, text) => {
    const facts = metadata([marker({ vendor: null, model: null, field: 'XMP' })]);
    const found = { ...report(ABSENT), metadata: { state: 'examined', facts } } as const;
    expect(presentResult(found, judge(found), { ...context, language }).metadata.summary).toContain(text);
  });

  it.each([
    ['0', 'en', 'Its element Label has the value “0”'],
    ['4', 'zh-CN', '要素 Label 的值为“4”'],
    ['AIGC', 'en', 'Its element Label has the value “AIGC”'],
    [null, 'en', 'its element Label has no value'],
    [null, 'zh-CN', '要素 Label 没有值'],
    ['2', 'zh-CN', '取值为 2。按标准，该取值表示内容可能由人工智能生成或合成'],
  ] as const)('of a label with the value %s says in %s what it says', (value, language, text) => {
    const facts = labels([label({ Label: value })]);
    const found = { ...report(ABSENT), china_aigc: { state: 'examined', facts } } as const;
    const { note } = presentResult(found, judge(found), { ...context, language }).china_aigc;
    expect(note).toContain(text);
    expect(note).not.toContain('?');
  });

  it('of an edit names the marker, also where the vendor is the camera', () => {
    const edit = marker({ kind: 'edited', vendor: 'Google AI', model: null, field: 'XMP photoshop:Credit' });
    const facts = metadata([edit, camera()]);
    const { metadata: shown } = present({ ...report(ABSENT), metadata: { state: 'examined', facts } });
    expect(shown).toMatchObject({ status: 'ai_edited', vendor: 'Canon', model: 'EOS R5' });
    expect(shown.summary).toContain('the mark is in XMP photoshop:Credit (Google AI)');
  });

  it('of a result of an earlier version says that metadata were not examined', () => {
    const { metadata: _absent, ...verdict } = judge(report(ABSENT));
    const earlier: Report = { ...report(ABSENT), metadata: { state: 'not_examined' } };
    expect(presentResult(earlier, verdict, context).metadata).toMatchObject({
      status: 'unreadable',
      summary: 'Not examined by this version of Revera.',
      complete: false,
    });
  });

  it('is partial when the metadata could not be examined', () => {
    const failed: Report['metadata'] = { state: 'failed', reason: 'reader_crashed', message: 'x' };
    expect(present({ ...report(ABSENT), metadata: failed })).toMatchObject({
      status: 'partial',
      metadata: { status: 'unreadable', complete: false },
    });
  });

  it('of a trusted, time-stamped file names signer, list and time', () => {
    const signature = {
      algorithm: 'es256',
      signer: 'CN',
      signer_organization: 'Example Ltd',
      signer_unit: null,
      certificate: { subject: 's', issuer: 'i', serial_number: '1', not_before: 'b', not_after: 'a' },
      time_stamp: { time: '2026-01-02T00:00:00.000Z', authority: 'CN=TSA' },
    };
    const facts = store({
      validation_state: 'trusted',
      trust_match: { list: 'legacy', via: 'anchor', certificate_subject: 'CN=Root' },
      time_stamp_list: 'c2pa_tsa',
      manifests: [manifest({ signature })],
      active_codes: codes(
        [],
        ['claimSignature.validated', 'assertion.dataHash.match', 'signingCredential.ocsp.notRevoked'],
      ),
    });
    expect(present(report(facts)).c2pa).toMatchObject({
      present: true,
      issuer: 'i',
      signer: 'Example Ltd',
      trust: { status: 'legacy_trusted', list: 'legacy', list_fetched_at: '2026-11-19T00:00:00.000Z' },
      signed_at: '2026-01-02T00:00:00.000Z',
      timestamp: { present: true, trusted: true, authority: 'CN=TSA', time: '2026-01-02T00:00:00.000Z' },
      revocation: 'not_revoked',
    });
    const unlisted = present(report({ ...facts, time_stamp_list: null })).c2pa;
    expect(unlisted).toMatchObject({ signed_at: null, timestamp: { present: true, trusted: false } });
  });

  it('names the conforming product that the certificate names, and its level', () => {
    const product = {
      name: 'Example Camera',
      applicant: 'Example Ltd',
      record_id: '01900000-0000-7000-8000-000000000001',
      assurance_level: 2,
      disallowed_inception: [],
    };
    const trust_match = { list: 'c2pa', via: 'anchor', certificate_subject: 'CN=Root' } as const;
    expect(present(report(store({ trust_match, product }))).c2pa.trust).toMatchObject({
      status: 'c2pa_trusted',
      product: 'Example Camera',
      assurance_level: 2,
    });
    expect(present(report(store({ trust_match }))).c2pa.trust).toMatchObject({ product: null, assurance_level: null });
  });

  it('is partial when the reader failed, and an unreadable store is a present credential', () => {
    const failed: Report = { ...report(ABSENT), c2pa: { state: 'failed', reason: 'reader_crashed', message: '' } };
    expect(present(failed)).toMatchObject({ status: 'partial', c2pa: { present: false } });
    const unreadable = { kind: 'unreadable', reason: 'malformed', message: '', remote_manifest_url: null } as const;
    expect(present(report(unreadable))).toMatchObject({ status: 'completed', c2pa: { present: true } });
  });

  it('says a revocation', () => {
    const facts = store({ validation_state: 'invalid', active_codes: codes(['signingCredential.ocsp.revoked']) });
    expect(present(report(facts)).c2pa).toMatchObject({ revocation: 'revoked', certificate: { valid: false } });
  });
});
