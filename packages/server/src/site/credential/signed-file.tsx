import type { Language } from '../../shared/language.ts';
import { pagePath } from '../kit/site-map.ts';
import { CREDENTIAL } from './words.ts';
import type { CredentialPageFacts } from './credential-record.ts';

interface Props {
  facts: CredentialPageFacts;
  language: Language;
}

/** Whether the file is still kept, and for whom: the page itself hands out nothing of an organization's. */
export function SignedFile({ facts: { record, isFileKept }, language }: Props) {
  const words = CREDENTIAL[language];
  const what = record.status === 'revoked' ? 'revoked' : isFileKept ? 'kept' : 'gone';
  return (
    <section aria-labelledby="file">
      <h2 id="file">{words.file}</h2>
      <p>
        {words.files[what]}{' '}
        {what === 'kept' ? (
          <a href={pagePath(language, `dashboard/credentials/${record.credential_id}`)}>{words.files.dashboard}</a>
        ) : null}
      </p>
    </section>
  );
}
