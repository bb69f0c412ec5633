import type { C2paResult, ManifestStoreFacts } from '@revera/provenance';
import { facts, paragraph, section, subsection, type Fact } from './blocks.ts';
import { FACES } from './faces.ts';
import type { Sheet } from './sheet.ts';
import { fill, type Source } from './source.ts';

/** The credential as a whole: who signed, when, with which certificate, and the outcome of each check. */
export function credentialSection(sheet: Sheet, source: Source): void {
  const { words } = source;
  const { c2pa } = source.full.report;
  section(sheet, words.credential.heading, () => {
    if (c2pa.state !== 'examined') return paragraph(sheet, words.credential.failed);
    const remote = { name: words.credential.remote, value: source.value(c2pa.facts.remote_manifest_url) };
    if (c2pa.facts.kind === 'present') return presentCredential(sheet, source, c2pa.facts, remote);
    const { unreadable } = words.credential;
    const reason = c2pa.facts.kind === 'unreadable' ? c2pa.facts.reason : null;
    paragraph(sheet, reason === null ? source.statuses.integrity.no_credential.text : fill(unreadable, { reason }));
    return facts(sheet, [remote]);
  });
}

function presentCredential(sheet: Sheet, source: Source, store: ManifestStoreFacts, remote: Fact): void {
  const { words } = source;
  const { c2pa } = source.full.result;
  facts(sheet, [
    ...signerFacts(source, c2pa),
    ...timeFacts(source, c2pa),
    remote,
    { name: words.credential.signature, value: store.claim_signature_sha256, face: FACES.code },
    ...serviceFacts(source),
  ]);
  subsection(sheet, words.credential.certificate);
  facts(sheet, certificateFacts(source, c2pa));
  chainFacts(sheet, source, store);
  subsection(sheet, words.credential.codes);
  facts(sheet, [
    {
      name: words.credential.state,
      value: c2pa.validation_state === null ? null : source.statuses.validation[c2pa.validation_state].heading,
    },
    ...codeFacts(source, c2pa.validation_codes),
  ]);
}

function signerFacts(source: Source, c2pa: C2paResult): Fact[] {
  const { words, statuses } = source;
  const names = words.credential;
  const { list, list_fetched_at, product, assurance_level } = c2pa.trust;
  const level = assurance_level === null ? words.absent : String(assurance_level);
  const conforming = product === null ? null : fill(names.assurance, { product: source.value(product), level });
  return [
    {
      name: words.evidence.integrity,
      value: statuses.integrity[source.full.result.credential_integrity_status].heading,
    },
    { name: words.evidence.trust, value: statuses.trust[c2pa.trust_status].heading },
    { name: names.signer, value: source.stated(c2pa.signer), face: FACES.strong },
    { name: names.issuer, value: source.stated(c2pa.issuer) },
    { name: names.list, value: nameOfList(source, list) },
    { name: names.listFetched, value: source.time(list_fetched_at) },
    { name: names.product, value: conforming },
    { name: names.generator, value: source.value(c2pa.generator) },
    { name: names.declaration, value: statuses.declaration[c2pa.content_declaration].heading },
    { name: names.sourceType, value: source.value(c2pa.digital_source_type) },
  ];
}

function nameOfList({ words, full }: Source, list: string | null): string | null {
  const use = full.report.trust_lists.find(({ name }) => name === list);
  return use === undefined ? list : words.basis.names[use.name];
}

function timeFacts(source: Source, { signed_at, timestamp, revocation }: C2paResult): Fact[] {
  const { words } = source;
  const names = words.credential;
  const untrusted = timestamp.basis === 'public_root' ? names.stampPublicRoot : names.stampUntrusted;
  const sentence = timestamp.trusted ? names.stampTrusted : untrusted;
  const authority = source.stated(timestamp.authority);
  const time = source.time(timestamp.time);
  const stamp = time === null ? names.stampUnread : fill(sentence, { time, authority });
  return [
    { name: names.signedAt, value: source.time(signed_at) ?? names.signedAtUnknown },
    { name: names.timeStamp, value: timestamp.present ? stamp : words.none },
    { name: names.revocation, value: source.statuses.revocation[revocation].heading },
  ];
}

function serviceFacts({ words, statuses, full }: Source): Fact[] {
  const credential = full.result.service_credential;
  if (credential === null) return [];
  const state = statuses.credential[credential.status].heading;
  const value = fill(words.brackets, { text: credential.credential_id, inside: state });
  return [{ name: words.credential.service, value: [value, credential.verify_url] }];
}

function certificateFacts(source: Source, { certificate }: C2paResult): Fact[] {
  const names = source.words.credential;
  return [
    { name: names.certificateValid, value: source.truth(certificate.valid) },
    { name: names.subject, value: source.value(certificate.subject) },
    { name: names.issuer, value: source.value(certificate.issuer) },
    { name: names.validity, value: validity(source, certificate) },
  ];
}

function chainFacts(sheet: Sheet, source: Source, { chain }: ManifestStoreFacts): void {
  const names = source.words.credential;
  for (const [i, certificate] of (chain?.certificates ?? []).entries()) {
    subsection(sheet, fill(names.chain, { number: source.number(i + 1) }));
    facts(sheet, [
      { name: names.subject, value: source.value(certificate.subject) },
      { name: names.issuer, value: source.value(certificate.issuer) },
      { name: names.validity, value: validity(source, certificate) },
      { name: names.fingerprint, value: certificate.fingerprint_sha256, face: FACES.code },
    ]);
  }
}

function validity(source: Source, span: { not_before: string | null; not_after: string | null }): string {
  return [span.not_before, span.not_after].map((at) => source.time(at) ?? source.words.absent).join(' – ');
}

/** Status codes in three rows, each code once. */
function codeFacts(
  source: Source,
  codes: { success: readonly string[]; informational: readonly string[]; failure: readonly string[] },
): Fact[] {
  const rows = ['success', 'informational', 'failure'] as const;
  return rows.map((kind) => ({
    name: source.words.codes[kind],
    value: source.list([...new Set(codes[kind])]),
    face: FACES.code,
  }));
}
