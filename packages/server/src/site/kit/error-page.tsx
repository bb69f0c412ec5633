import type { ErrorPageFacts } from '../../http/errors.ts';
import { Document } from './document.tsx';
import { refusalText } from './refusal-text.ts';
import { renderPage } from './render-page.ts';
import type { Shell } from './shell.ts';
import { pagePath } from './site-map.ts';
import { SITE } from './words/site.ts';

interface Props extends Omit<ErrorPageFacts, 'language' | 'url'> {
  shell: Shell;
}

/** What a person sees when something is not there, is refused or failed. */
function ErrorPage({ shell, ...facts }: Props) {
  const { status, code, requestId } = facts;
  const words = SITE[shell.language].errors;
  const kind = status === 404 || status === 410 ? 'notFound' : status >= 500 ? 'failed' : 'refused';
  return (
    <Document
      shell={shell}
      head={{ title: words.title[kind], description: words.title[kind], path: '', isPublic: false }}
    >
      <h1>{words.title[kind]}</h1>
      <p class="lead">{refusalText(facts, shell.language)}</p>
      {kind === 'refused' ? null : <p>{words[kind]}</p>}
      <p class="soft">
        <code>
          {status} {code}
        </code>{' '}
        · {words.requestId} <code>{requestId}</code>
      </p>
      <p>
        <a class="button" href={pagePath(shell.language, '')}>
          {words.home}
        </a>
      </p>
    </Document>
  );
}

export function renderErrorPage(facts: Props): string {
  return renderPage(<ErrorPage {...facts} />);
}
