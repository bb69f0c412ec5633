import { CutText } from '../kit/components/shown-text.tsx';
import { StateIcon } from '../kit/components/state-icon.tsx';
import { When } from '../kit/components/when.tsx';
import { Document } from '../kit/document.tsx';
import { renderPage } from '../kit/render-page.ts';
import type { LinkCard, Shell } from '../kit/shell.ts';
import type { Language } from '../../shared/language.ts';
import { pictureOfCredential, sharePath } from '../share/pictures.ts';
import { CREDENTIAL } from './words.ts';
import { STATUSES, TONES } from '../../shared/statuses.ts';
import { CheckYourself } from './check-yourself.tsx';
import { SignatureFacts, SignedFacts } from './credential-facts.tsx';
import { changedAt, type CredentialPageFacts } from './credential-record.ts';
import { Share } from './share.tsx';
import { SignedFile } from './signed-file.tsx';

export interface CredentialPageProps {
  shell: Shell;
  facts: CredentialPageFacts;
}

/** The public view of a credential: its state before all else, then what was signed, by whom, and how to check it oneself. */
function CredentialPage({ shell, facts }: CredentialPageProps) {
  const { language } = shell;
  const { record } = facts;
  const words = CREDENTIAL[language];
  const state = STATUSES[language].credential[record.status];
  const other = language === 'en' ? 'zh-CN' : 'en';
  return (
    <Document
      shell={shell}
      head={{
        title: `${state.heading} · ${words.title}`,
        description: words.description,
        path: '',
        // Who had what signed is for those who were given the address, and not for search engines.
        isPublic: false,
        otherLanguage: `/v/${record.credential_id}?lang=${other}`,
        scripts: ['copy.js'],
        link: linkOf(record, language),
      }}
    >
      <article class="credential">
        <StateBand facts={facts} shell={shell} />
        {record.sandbox ? (
          <aside class="notice tone-warning credential-sandbox" aria-label={words.sandbox.title}>
            <p>
              <strong>{words.sandbox.title}</strong>
            </p>
            <p>{words.sandbox.text}</p>
          </aside>
        ) : null}
        {facts.preview === null ? null : (
          <figure class="preview credential-picture">
            <img src={`/v/${record.credential_id}/preview`} {...facts.preview} alt={words.picture} decoding="async" />
          </figure>
        )}
        <SignedFacts record={record} language={language} />
        <SignatureFacts record={record} language={language} />
        <CheckYourself record={record} language={language} />
        <SignedFile facts={facts} language={language} />
        <Share record={record} language={language} />
        <p class="soft">{words.note}</p>
      </article>
    </Document>
  );
}

/** The record is public, and so is how a link to it is shown. */
function linkOf(record: CredentialPageFacts['record'], language: Language): LinkCard {
  const words = CREDENTIAL[language];
  const picture = pictureOfCredential(record);
  const heading =
    record.sandbox && record.status === 'active'
      ? words.sandbox.title
      : STATUSES[language].credential[record.status].heading;
  return {
    title: `${words.title} · ${heading}`,
    description: words.description,
    url: record.verify_url,
    picture: sharePath(picture, language),
    pictureText: `${words.title} · ${heading}`,
  };
}

function StateBand({ facts, shell: { language } }: CredentialPageProps) {
  const { record } = facts;
  const { status } = record;
  const words = CREDENTIAL[language];
  const state = STATUSES[language].credential[status];
  // A trial signature proves nothing, so it is never green.
  const isTrial = record.sandbox && status === 'active';
  const tone = isTrial ? 'neutral' : TONES.credential[status];
  const since = changedAt(facts);
  return (
    <header class={`credential-state credential-${status} tone-${tone}${record.sandbox ? ' credential-trial' : ''}`}>
      <p class="credential-kind">{record.sandbox ? words.sandboxTitle : words.title}</p>
      <h1>
        <StateIcon tone={tone} /> {state.heading}
      </h1>
      {isTrial ? null : <p class="credential-meaning">{state.text}</p>}
      <div class="soft">
        {words.signerLine}
        <CutText text={record.service_identity} language={language} /> ·{' '}
        <When at={record.timestamp ?? record.signed_at} language={language} />
      </div>
      {status === 'active' ? null : (
        <p>
          <strong>{words.alerts[status]}</strong>
        </p>
      )}
      {status === 'active' || since === null ? null : (
        <p>
          {words.since[status]} <When at={since} language={language} />
        </p>
      )}
    </header>
  );
}

export function renderCredentialPage(props: CredentialPageProps): string {
  return renderPage(<CredentialPage {...props} />);
}
