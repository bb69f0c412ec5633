import type { Language } from '../../shared/language.ts';
import { QrCode } from '../kit/components/qr-code.tsx';
import { CopyButton } from '../kit/components/copy-button.tsx';
import { BADGE_HEIGHT, badgeText, badgeWidth } from './badge.ts';
import type { CredentialRecord } from './credential-record.ts';
import { CREDENTIAL } from './words.ts';

/** The address as a text, as a code for print, and as a picture for other sites. */
export function Share({ record, language }: { record: CredentialRecord; language: Language }) {
  const words = CREDENTIAL[language];
  const text = badgeText(record, language);
  const size = { width: badgeWidth(text), height: BADGE_HEIGHT };
  const place = `/badge.svg?lang=${language}`;
  const code = `<a href="${record.verify_url}"><img src="${record.verify_url}${place}" alt="${text}" width="${size.width}" height="${size.height}"></a>`;
  return (
    <section aria-labelledby="share">
      <h2 id="share">{words.share}</h2>
      <p class="soft">{words.shareText}</p>
      <div class="credential-share">
        <QrCode text={record.verify_url} label={words.qr} />
        <div>
          <h3>{words.link}</h3>
          <CopyText id="share-link" text={record.verify_url} label={words.link} language={language} />
          <h3>{words.badge}</h3>
          <p>
            <img src={`/v/${record.credential_id}${place}`} alt={text} {...size} />
          </p>
          <p class="soft">{words.badgeText}</p>
          <CopyText id="share-badge" text={code} label={words.badgeCode} language={language} />
        </div>
      </div>
    </section>
  );
}

/** A text of one line or more, with a button that copies it where scripts run. */
export function CopyText({
  id,
  text,
  label,
  language,
}: {
  id: string;
  text: string;
  label: string;
  language: Language;
}) {
  return (
    <div class="credential-command">
      <pre class="code-block" tabIndex={0} role="region" aria-label={label}>
        <code id={id}>{text}</code>
      </pre>
      <CopyButton of={id} language={language} />
    </div>
  );
}
