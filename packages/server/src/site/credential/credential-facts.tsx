import type { ComponentChildren } from 'preact';
import { CutText, ShownText } from '../kit/components/shown-text.tsx';
import { When } from '../kit/components/when.tsx';
import type { Language } from '../../shared/language.ts';
import { CREDENTIAL } from './words.ts';
import { Copyable } from '../kit/components/copy-button.tsx';
import { declarationWord, STATUSES } from '../../shared/statuses.ts';
import type { CredentialRecord } from './credential-record.ts';

interface Props {
  record: CredentialRecord;
  language: Language;
}

/** What the file is declared to be, and which bytes were signed. */
export function SignedFacts({ record, language }: Props) {
  const words = CREDENTIAL[language];
  return (
    <section aria-labelledby="what">
      <h2 id="what">{words.what}</h2>
      <dl class="facts">
        <Row name={words.declared}>
          <strong>
            <ShownText text={declarationWord(record.content_type, language)} />
          </strong>
          <p class="soft">{words.declaredNote}</p>
        </Row>
        <Text name={words.generator} text={record.generator} language={language} />
        <Text name={words.model} text={record.model} language={language} />
        <Text name={words.organization} text={record.declared_organization} language={language} />
        <Row name={words.label}>{words.labels[labelOf(record)]}</Row>
        <Row name={words.mediaType}>
          <code>{record.media_type}</code>
        </Row>
        <Row name={words.sha256}>
          <Copyable id="sha256" text={record.sha256} language={language} />
        </Row>
        <Row name={words.id}>
          <Copyable id="credential-id" text={record.credential_id} language={language} />
        </Row>
      </dl>
    </section>
  );
}

function labelOf({ aigc_label_present: isPresent }: CredentialRecord): 'present' | 'absent' | 'unknown' {
  if (isPresent === null) return 'unknown';
  return isPresent ? 'present' : 'absent';
}

/** Who stands behind the signature, and who says when it was made. */
export function SignatureFacts({ record, language }: Props) {
  const words = CREDENTIAL[language];
  const trust = STATUSES[language].trust[record.c2pa_trust_status];
  return (
    <section aria-labelledby="who">
      <h2 id="who">{words.who}</h2>
      <dl class="facts">
        <Text name={words.signer} text={record.service_identity} language={language} />
        <Row name={words.trust}>
          {trust.heading}
          <p class="soft">{trust.text}</p>
        </Row>
        <Row name={words.signedAt}>
          <When at={record.signed_at} language={language} /> <span class="soft">{words.byOurClock}</span>
        </Row>
        <Row name={words.timestamp}>
          {record.timestamp === null ? (
            words.noTimestamp
          ) : (
            <>
              <When at={record.timestamp} language={language} /> <span class="soft">{words.timestampText}</span>
            </>
          )}
        </Row>
      </dl>
    </section>
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

function Text({ name, text, language }: { name: string; text: string | null; language: Language }) {
  if (text === null) return null;
  return (
    <Row name={name}>
      <CutText text={text} language={language} />
    </Row>
  );
}
