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
  const what = fileOf({ record, isFileKept });
  return (
    <section aria-labelledby="file">
      <h2 id="file">{words.file}</h2>
      <p>
        {words.files[what]}{' '}
        {what === 'kept' ? (
          <a href={pagePath(language, `dashboard/credentials/${record.credential_id}`)}>{words.files.dashboard}</a>
        ) : null}
      </p>
      {what === 'open' ? (
        <p>
          <a class="button" href={`/v/${record.credential_id}/asset`}>
            {words.download}
          </a>
        </p>
      ) : null}
    </section>
  );
}

function fileOf({ record, isFileKept }: Pick<CredentialPageFacts, 'record' | 'isFileKept'>) {
  if (record.status === 'revoked') return 'revoked';
  if (!isFileKept) return 'gone';
  return record.asset_url === null ? 'kept' : 'open';
}
