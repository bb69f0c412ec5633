import type { Language } from '../../shared/language.ts';
import { pagePath } from '../kit/site-map.ts';
import { CREDENTIAL } from './words.ts';
import type { CredentialRecord } from './credential-record.ts';
import { CopyText } from './share.tsx';

/** Commands that need no more than a copy of the file. */
const COMMANDS = {
  hash: 'sha256sum FILE',
  cli: 'revera verify FILE',
  c2patool: 'c2patool FILE',
} as const;

/** Ways to check a copy without believing this page. */
export function CheckYourself({ record, language }: { record: CredentialRecord; language: Language }) {
  const words = CREDENTIAL[language];
  const { site } = words.steps;
  return (
    <section aria-labelledby="check">
      <h2 id="check">{words.check}</h2>
      <p class="soft">{words.checkText}</p>
      <ol class="credential-checks">
        <li>
          <h3>{site.title}</h3>
          <p>{site.text}</p>
          <p>
            <a class="button" href={pagePath(language, '')}>
              {site.button}
            </a>
          </p>
        </li>
        {(['hash', 'cli', 'c2patool'] as const).map((way) => (
          <li key={way}>
            <h3>{words.steps[way].title}</h3>
            <p>{words.steps[way].text}</p>
            <Command id={`command-${way}`} text={COMMANDS[way]} language={language} />
          </li>
        ))}
        <li>
          <h3>{words.programs}</h3>
          <p>{words.programsText}</p>
          <Command id="command-json" text={`curl ${record.verify_url}`} language={language} />
        </li>
      </ol>
    </section>
  );
}

function Command({ id, text, language }: { id: string; text: string; language: Language }) {
  return <CopyText id={id} text={text} label={`${CREDENTIAL[language].command}: ${text}`} language={language} />;
}
