import type { ChainCertificate, ManifestStoreFacts } from '@revera/provenance';
import { codesOf, Facts, firstOf, Instant, More, Value } from './parts.tsx';
import { wordCount, type View } from './view.ts';

/** More than a chain of the web has; the rest stands in the JSON report. */
const CERTIFICATES = 10;

/** The certificates of the signature, the signer's first. */
export function CertificateChain({ view, store }: { view: View; store: ManifestStoreFacts }) {
  if (store.chain === null) return null;
  const { certificates } = store.chain;
  const { shown, more } = firstOf(certificates, CERTIFICATES);
  return (
    <>
      <h3>{wordCount(view.words.credential.chain, certificates.length, view.language)}</h3>
      <ol class="chain">
        {shown.map((certificate) => (
          <li key={certificate.fingerprint_sha256}>
            <Certificate view={view} certificate={certificate} />
          </li>
        ))}
      </ol>
      <More view={view} count={more} />
    </>
  );
}

function Certificate({ view, certificate }: { view: View; certificate: ChainCertificate }) {
  const { credential } = view.terms;
  const { subject, issuer, not_before, not_after, fingerprint_sha256, extended_key_usages } = certificate;
  return (
    <Facts
      rows={[
        { name: credential.subject, value: <Value view={view} text={subject} /> },
        { name: credential.issuer, value: <Value view={view} text={issuer} /> },
        {
          name: credential.validity,
          value: (
            <>
              <Instant view={view} at={not_before} /> – <Instant view={view} at={not_after} />
            </>
          ),
        },
        { name: credential.fingerprint, value: <Value view={view} text={fingerprint_sha256} isCode /> },
        { name: view.words.credential.usages, value: codesOf(view, extended_key_usages) },
      ]}
    />
  );
}
