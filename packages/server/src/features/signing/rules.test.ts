import type { Report, Verdict } from '@revera/provenance';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../shared/app-error.ts';
import { checkInput, soundStore } from './rules.ts';

type Integrity = Verdict['integrity_status'];

/** The rules read only these members. */
const asReport = (members: object) => JSON.parse(JSON.stringify(members)) as Report;
const reportWith = (
  state: 'examined' | 'failed',
  kind: 'absent' | 'unreadable' | 'present' = 'present',
  remote_manifest_url: string | null = null,
) =>
  asReport({
    c2pa: state === 'examined' ? { state, facts: { kind, remote_manifest_url } } : { state, reason: 'deadline' },
  });
const verdictWith = (integrity_status: Integrity) => ({ integrity_status }) as Verdict;

function outcome(report: Report, integrity: Integrity, policy: 'require_valid' | 'discard'): unknown {
  try {
    return checkInput(report, verdictWith(integrity), policy);
  } catch (error) {
    return error instanceof AppError ? error.code : error;
  }
}

describe('what becomes of the credential of an input', () => {
  it.each([
    ['no_credential', 'absent', false, false],
    ['valid_and_bound', 'present', true, true],
    ['trust_unverified', 'present', true, true],
    ['signature_invalid', 'unreadable', 'C2PA_PARSE_FAILED', false],
    ['signature_invalid', 'present', 'C2PA_SIGNATURE_INVALID', false],
    ['certificate_invalid', 'present', 'C2PA_SIGNATURE_INVALID', false],
    ['valid_signature_binding_failed', 'present', 'C2PA_ASSET_BINDING_INVALID', false],
  ] as const)('%s (%s): %s, and %s when broken ones are dropped', (integrity, kind, required, discarded) => {
    const report = reportWith('examined', kind);
    const historyOf = (expected: boolean | string, otherwise: 'refuse' | 'discard') =>
      typeof expected === 'string' ? expected : { hasParent: expected, remoteManifest: expected ? 'keep' : otherwise };
    expect(outcome(report, integrity, 'require_valid')).toEqual(historyOf(required, 'refuse'));
    expect(outcome(report, integrity, 'discard')).toEqual(historyOf(discarded, 'discard'));
  });

  it('that lies elsewhere: the file is refused with the reason, and the address is dropped only when that is said', () => {
    const report = reportWith('examined', 'absent', 'https://example.test/manifest.c2pa');
    const verdict = verdictWith('no_credential');
    const details = { credential_integrity_status: 'no_credential', reason: 'remote_manifest' };
    expect(() => checkInput(report, verdict, 'require_valid')).toThrow(
      expect.objectContaining({ code: 'C2PA_PARSE_FAILED', details }),
    );
    expect(checkInput(report, verdict, 'discard')).toEqual({ hasParent: false, remoteManifest: 'discard' });
  });

  it.each([
    ['revoked', null],
    ['suspended', null],
    [null, 'revoked'],
    [null, 'suspended'],
    ['active', 'revoked'],
  ] as const)('that was withdrawn (%s, made from %s): only when it is dropped', (own, past) => {
    const record = (status: string | null) => (status === null ? null : { credential_id: `cred_${status}`, status });
    const report = asReport({
      c2pa: { state: 'examined', facts: { kind: 'present', remote_manifest_url: null } },
      service_credential: record(own),
      withdrawn_ancestors: past === null ? [] : [record(past)],
    });
    const status = past ?? own ?? '';
    for (const integrity of ['valid_and_bound', 'trust_unverified'] as const) {
      const verdict = verdictWith(integrity);
      const why = { reason: `credential_${status}`, credential_id: `cred_${status}` };
      expect(() => checkInput(report, verdict, 'require_valid')).toThrow(
        expect.objectContaining({
          code: 'C2PA_SIGNATURE_INVALID',
          details: { credential_integrity_status: integrity, ...why },
        }),
      );
      expect(checkInput(report, verdict, 'discard')).toEqual({ hasParent: false, remoteManifest: 'discard' });
    }
  });

  it.each(['active', 'expired'] as const)('that is %s is kept as the parent', (status) => {
    const report = asReport({
      c2pa: { state: 'examined', facts: { kind: 'present', remote_manifest_url: null } },
      service_credential: { credential_id: 'cred_1', status },
      withdrawn_ancestors: [],
    });
    expect(outcome(report, 'valid_and_bound', 'require_valid')).toMatchObject({ hasParent: true });
  });

  it.each(['require_valid', 'discard'] as const)('a file that could not be examined is not signed (%s)', (policy) => {
    expect(outcome(reportWith('failed'), 'no_credential', policy)).toBe('MEDIA_PARSE_FAILED');
  });
});

describe('what is delivered', () => {
  const TIME = '2026-11-20T08:00:00.000Z';

  /** A store as the reader reports it. `stamp`: none, one that holds, one that does not. */
  const storeWith = (stamp: 'none' | 'good' | 'bad', digest: string | null = 'cd') => {
    const time_stamp = stamp === 'none' ? null : { time: TIME, authority: 'CN=TSA' };
    const success = stamp === 'good' ? [{ code: 'timeStamp.validated' }] : [];
    const facts = {
      kind: 'present',
      active_manifest: 'urn:c2pa:1',
      claim_signature_sha256: 'ab',
      chain: { certificates: [{ fingerprint_sha256: 'ef' }] },
      // The second is a parent's, with a time stamp of its own.
      manifests: [
        { signature: { time_stamp }, digests: { claim_sha256: digest } },
        { signature: { time_stamp: { time: '2020-01-01T00:00:00Z' } } },
      ],
      active_codes: { success },
    };
    return asReport({ c2pa: { state: 'examined', facts } });
  };
  const good = verdictWith('valid_and_bound');

  it.each([
    ['valid_and_bound', true],
    ['trust_unverified', true],
    ['no_credential', false],
    ['signature_invalid', false],
    ['certificate_invalid', false],
    ['valid_signature_binding_failed', false],
  ] as const)('%s: %s', (integrity, expected) => {
    expect(soundStore(storeWith('none'), verdictWith(integrity), false) !== null).toBe(expected);
    expect(soundStore(reportWith('failed'), verdictWith(integrity), false)).toBeNull();
    expect(soundStore(reportWith('examined', 'absent'), verdictWith(integrity), false)).toBeNull();
  });

  it('carries its own time stamp, and not its parent’s', () => {
    const names = { claim_sha256: 'cd', claim_signature_sha256: 'ab', signer_sha256: 'ef' };
    const store = { manifestLabel: 'urn:c2pa:1', names };
    expect(soundStore(storeWith('good'), good, true)).toEqual({ ...store, stampedAt: TIME });
    expect(soundStore(storeWith('none'), good, false)).toEqual({ ...store, stampedAt: null });
  });

  it.each([
    ['was stamped, and has none', 'none', true],
    ['was stamped with what does not hold', 'bad', true],
    ['was not stamped, and has one', 'good', false],
  ] as const)('nothing that %s', (_what, stamp, isStamped) => {
    expect(soundStore(storeWith(stamp), good, isStamped)).toBeNull();
  });

  it('nothing whose claim cannot be named', () => {
    expect(soundStore(storeWith('none', null), good, false)).toBeNull();
  });
});
