import type { Language } from '../../shared/language.ts';
import { StateIcon } from '../kit/components/state-icon.tsx';
import { pagePath } from '../kit/site-map.ts';
import { HOME } from './words.ts';
import { CopyButton } from '../kit/components/copy-button.tsx';
import { STATUSES, TONES } from '../../shared/statuses.ts';
import type { HomeFacts } from './home-facts.ts';

interface Props {
  language: Language;
}

const KINDS = ['credential', 'label', 'metadata', 'resolution'] as const;

/** From the strongest to the weakest, then what went wrong. */
const VERDICTS = [
  'verified',
  'strong_evidence',
  'partial_evidence',
  'unknown',
  'conflicting',
  'binding_failed',
  'invalid',
] as const;

/** What is read in a file. */
export function EvidenceSection({ language }: Props) {
  const words = HOME[language].evidence;
  return (
    <section class="home-section" aria-labelledby="evidence">
      <h2 id="evidence">{words.title}</h2>
      <ul class="kinds">
        {KINDS.map((kind) => (
          <li key={kind}>
            <h3>{words.kinds[kind].title}</h3>
            <p>{words.kinds[kind].text}</p>
          </li>
        ))}
      </ul>
      <More
        language={language}
        links={[
          ['how-it-works', words.more.howItWorks],
          ['what-we-check', words.more.scope],
        ]}
      />
    </section>
  );
}

/** Every verdict with its icon; the script takes the icons of its rows from here. */
export function VerdictSection({ language }: Props) {
  const words = HOME[language].verdicts;
  return (
    <section class="home-section" aria-labelledby="verdicts">
      <h2 id="verdicts">{words.title}</h2>
      <p class="home-intro">{words.intro}</p>
      <dl class="verdicts">
        {VERDICTS.map((verdict) => (
          <div key={verdict}>
            <dt class={`tone-${TONES.provenance[verdict]}`}>
              <span class="verdict" data-verdict={verdict}>
                <StateIcon tone={TONES.provenance[verdict]} />
                {STATUSES[language].provenance[verdict].heading}
              </span>
            </dt>
            <dd>{STATUSES[language].provenance[verdict].text}</dd>
          </div>
        ))}
      </dl>
      <More
        language={language}
        links={[
          ['learn/reading-a-verdict', words.more.reading],
          ['learn', words.more.learn],
        ]}
      />
    </section>
  );
}

/** What becomes of a file and of its result. */
export function AfterwardsSection({ shell: { language }, keptHours }: HomeFacts) {
  const words = HOME[language].afterwards;
  return (
    <section class="home-section" aria-labelledby="afterwards">
      <h2 id="afterwards">{words.title}</h2>
      <ul class="points">
        <li>{words.points.deleted}</li>
        <li>{words.points.kept(keptHours)}</li>
        <li>{words.points.link}</li>
      </ul>
      <More language={language} links={[['privacy', words.more.privacy]]} />
    </section>
  );
}

/** The same from a terminal. */
export function DeveloperSection({ shell: { language, origin } }: Pick<HomeFacts, 'shell'>) {
  const words = HOME[language].developers;
  return (
    <section class="home-section" aria-labelledby="developers">
      <h2 id="developers">{words.title}</h2>
      <p>{words.text}</p>
      <div class="home-command">
        <pre class="code-block" tabIndex={0} aria-label={words.label}>
          <code id="curl">{commandFor(origin, language)}</code>
        </pre>
        <CopyButton of="curl" language={language} />
      </div>
      <More
        language={language}
        links={[
          ['docs/quick-start', words.more.quickStart],
          ['docs', words.more.docs],
          ['docs/reference', words.more.reference],
        ]}
      />
    </section>
  );
}

/** Without a header the service answers in English. */
function commandFor(origin: string, language: Language): string {
  const header = language === 'en' ? '' : `  -H 'Accept-Language: ${language}' \\\n`;
  return `curl ${origin}/api/analyze \\\n${header}  -F files=@photo.jpg`;
}

function More({ language, links }: Props & { links: readonly (readonly [path: string, text: string])[] }) {
  return (
    <ul class="more">
      {links.map(([path, text]) => (
        <li key={path}>
          <a href={pagePath(language, path)}>{text}</a>
        </li>
      ))}
    </ul>
  );
}
