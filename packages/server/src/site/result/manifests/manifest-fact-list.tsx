import type { ComponentChildren } from 'preact';
import type { CertificateFacts, ManifestFacts } from '@revera/provenance';
import { CutText } from '../../kit/components/shown-text.tsx';
import { When } from '../../kit/components/when.tsx';
import type { Language } from '../../../shared/language.ts';
import { STATUSES } from '../../../shared/statuses.ts';
import { MANIFESTS } from './words.ts';
import { generatorOf } from './names.ts';
import { revocationOf } from './own-validation.ts';

interface Props {
  manifest: ManifestFacts;
  language: Language;
}

/** Names and values; what the manifest does not state has no line, but for what a reader would miss. The time stamp stands with the signature. */
export function ManifestFactList({ manifest, language }: Props) {
  const words = MANIFESTS[language].details;
  const { signature } = manifest;
  const version = manifest.claim_version === null ? null : String(manifest.claim_version);
  return (
    <dl class="facts">
      <Fact name={words.title} text={manifest.title} language={language} />
      <Fact name={words.format} text={manifest.format} language={language} />
      <Fact name={words.generator} text={generatorOf(manifest)} language={language} />
      {signature === null ? (
        <Row name={words.signer}>{words.noSignature}</Row>
      ) : (
        <>
          <Fact name={words.signer} text={signature.signer} language={language} />
          <Fact name={words.organization} text={signature.signer_organization} language={language} />
          <Certificate certificate={signature.certificate} language={language} />
          <Fact name={words.algorithm} text={signature.algorithm} language={language} isCode />
          <Row name={words.revocation}>{STATUSES[language].revocation[revocationOf(manifest)].heading}</Row>
        </>
      )}
      <Fact name={words.label} text={manifest.label} language={language} isCode />
      <Fact name={words.instance} text={manifest.instance_id} language={language} isCode />
      <Row name={words.claimVersion}>
        {version ?? words.absent}
        {manifest.is_update_manifest ? ` · ${words.update}` : null}
      </Row>
    </dl>
  );
}

function Certificate({ certificate, language }: { certificate: CertificateFacts | null; language: Language }) {
  if (certificate === null) return null;
  const words = MANIFESTS[language].details;
  const { subject, issuer, serial_number, not_before, not_after } = certificate;
  return (
    <>
      <Fact name={words.subject} text={subject} language={language} />
      <Fact name={words.issuer} text={issuer} language={language} />
      <Fact name={words.serial} text={serial_number} language={language} isCode />
      {not_before === null || not_after === null ? null : (
        <Row name={words.validity}>
          <When at={not_before} language={language} /> {words.validTo} <When at={not_after} language={language} />
        </Row>
      )}
    </>
  );
}

function Row({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

interface FactProps {
  name: string;
  text: string | null;
  language: Language;
  isCode?: boolean;
}

function Fact({ name, text, language, isCode = false }: FactProps) {
  if (text === null || text === '') return null;
  const shown = <CutText text={text} language={language} />;
  return <Row name={name}>{isCode ? <span class="mono">{shown}</span> : shown}</Row>;
}
