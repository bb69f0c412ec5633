import type { C2paResult, ManifestStoreFacts } from '@revera/provenance';
import type { ComponentChildren } from 'preact';
import { fill } from '../../shared/fill.ts';
import { CertificateChain } from './certificate-chain.tsx';
import { TONES } from '../../shared/statuses.ts';
import { codesOf, Facts, Fold, Instant, instantOf, Section, Sentence, StateWord, Value, valueOf } from './parts.tsx';
import type { Fact } from './parts.tsx';
import { wordCount, type View } from './view.ts';

/** The credential as a whole: who signed, when, with which certificate, and what each check came to. */
export function CredentialSection({ view }: { view: View }) {
  return (
    <Section id="credential" title={view.terms.credential.heading}>
      <CredentialBody view={view} />
    </Section>
  );
}

function CredentialBody({ view }: { view: View }) {
  const { terms, statuses, data } = view;
  const { c2pa } = data.report;
  if (c2pa.state !== 'examined') return <p>{terms.credential.failed}</p>;
  const { facts } = c2pa;
  const remote: Fact = { name: terms.credential.remote, value: valueOf(view, facts.remote_manifest_url, true) };
  if (facts.kind === 'present') return <PresentCredential view={view} store={facts} remote={remote} />;
  const { unreadable } = terms.credential;
  const { failure } = data.result.c2pa.validation_codes;
  const codes: Fact = { name: terms.codes.failure, value: failure.length === 0 ? null : codesOf(view, failure) };
  return (
    <>
      <p>
        {facts.kind === 'unreadable'
          ? fill(unreadable, { reason: facts.reason })
          : statuses.integrity.no_credential.text}
      </p>
      <Facts rows={[codes, remote]} />
    </>
  );
}

function PresentCredential({ view, store, remote }: { view: View; store: ManifestStoreFacts; remote: Fact }) {
  const { words, terms, data } = view;
  const { c2pa } = data.result;
  const { success, informational, failure } = c2pa.validation_codes;
  const codes = new Set([...success, ...informational, ...failure]).size;
  return (
    <>
      <Facts rows={[...signerFacts(view, c2pa), ...timeFacts(view, c2pa), ...declarationFacts(view, c2pa), remote]} />
      <Fold view={view} title={terms.credential.certificate}>
        <Facts rows={certificateFacts(view, c2pa)} />
        <CertificateChain view={view} store={store} />
      </Fold>
      <Fold view={view} title={wordCount(words.credential.codes, codes, view.language)}>
        <Facts
          rows={[
            { name: terms.credential.state, value: stateOf(view, c2pa) },
            { name: terms.codes.success, value: codesOf(view, success) },
            { name: terms.codes.informational, value: codesOf(view, informational) },
            { name: terms.codes.failure, value: codesOf(view, failure) },
            { name: terms.credential.signature, value: valueOf(view, store.claim_signature_sha256, true) },
          ]}
        />
      </Fold>
    </>
  );
}

function stateOf({ statuses }: View, { validation_state: state }: C2paResult): string | null {
  return state === null ? null : statuses.validation[state].heading;
}

function signerFacts(view: View, c2pa: C2paResult): Fact[] {
  const { words, terms, statuses, data } = view;
  const integrity = data.result.credential_integrity_status;
  const { list_fetched_at, product } = c2pa.trust;
  const service = data.result.service_credential;
  return [
    { name: terms.credential.signer, value: <Value view={view} text={c2pa.signer} /> },
    {
      name: terms.evidence.integrity,
      value: <StateWord tone={TONES.integrity[integrity]}>{statuses.integrity[integrity].heading}</StateWord>,
    },
    { name: words.credential.claim, value: holds(view, c2pa.claim_signature_valid) },
    { name: words.credential.binding, value: holds(view, c2pa.asset_binding_valid) },
    {
      name: terms.evidence.trust,
      value: <StateWord tone={TONES.trust[c2pa.trust_status]}>{statuses.trust[c2pa.trust_status].heading}</StateWord>,
    },
    { name: terms.credential.list, value: nameOfList(view) },
    { name: terms.credential.listFetched, value: instantOf(view, list_fetched_at) },
    { name: terms.credential.product, value: product === null ? null : productOf(view, product) },
    { name: terms.credential.service, value: service === null ? null : serviceOf(view, service) },
  ];
}

function holds({ words }: View, value: boolean | null): string {
  if (value === null) return words.credential.unknown;
  return value ? words.credential.holds : words.credential.fails;
}

function nameOfList({ terms, data }: View): string | null {
  const { list } = data.result.c2pa.trust;
  const use = data.report.trust_lists.find(({ name }) => name === list);
  return use === undefined ? list : terms.basis.names[use.name];
}

function productOf(view: View, product: string): ComponentChildren {
  const { assurance_level } = view.data.result.c2pa.trust;
  const level = assurance_level === null ? view.terms.absent : String(assurance_level);
  return <Value view={view} text={fill(view.terms.credential.assurance, { product, level })} />;
}

function serviceOf({ statuses }: View, service: NonNullable<View['data']['result']['service_credential']>) {
  return (
    <>
      <a href={service.verify_url} class="mono">
        {service.credential_id}
      </a>{' '}
      ({statuses.credential[service.status].heading})
    </>
  );
}

function timeFacts(view: View, { signed_at, timestamp, revocation }: C2paResult): Fact[] {
  const names = view.terms.credential;
  return [
    {
      name: names.signedAt,
      value: signed_at === null ? names.signedAtUnknown : <Instant view={view} at={signed_at} />,
    },
    { name: names.timeStamp, value: timestamp.present ? stampOf(view, timestamp) : view.terms.none },
    { name: names.revocation, value: view.statuses.revocation[revocation].heading },
  ];
}

function stampOf(view: View, { trusted, basis, authority, time }: C2paResult['timestamp']): ComponentChildren {
  const names = view.terms.credential;
  if (time === null) return names.stampUnread;
  const untrusted = basis === 'public_root' ? names.stampPublicRoot : names.stampUntrusted;
  const sentence = trusted ? names.stampTrusted : untrusted;
  return <Sentence view={view} text={fill(sentence, { time, authority: authority ?? view.terms.absent })} />;
}

function declarationFacts(view: View, c2pa: C2paResult): Fact[] {
  const { terms, statuses } = view;
  return [
    { name: terms.credential.declaration, value: statuses.declaration[c2pa.content_declaration].heading },
    { name: terms.credential.sourceType, value: valueOf(view, c2pa.digital_source_type, true) },
    { name: terms.credential.generator, value: valueOf(view, c2pa.generator) },
  ];
}

function certificateFacts(view: View, { certificate, issuer }: C2paResult): Fact[] {
  const { credential, yes, no, absent } = view.terms;
  const { valid } = certificate;
  return [
    { name: credential.certificateValid, value: valid === null ? absent : valid ? yes : no },
    { name: credential.subject, value: valueOf(view, certificate.subject) },
    { name: credential.issuer, value: valueOf(view, certificate.issuer ?? issuer) },
  ];
}
