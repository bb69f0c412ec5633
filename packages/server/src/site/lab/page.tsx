import { LAB_VERDICTS } from '../../shared/lab-vocabulary.ts';
import type { Language } from '../../shared/language.ts';
import { DataBlock } from '../kit/data-block.tsx';
import { Document } from '../kit/document.tsx';
import { StateIcon } from '../kit/components/state-icon.tsx';
import type { PageHead } from '../kit/shell.ts';
import { pagePath } from '../kit/site-map.ts';
import { DropZone } from '../home/drop-zone.tsx';
import { FileList } from '../home/file-list.tsx';
import type { HomeFacts } from '../home/home-facts.ts';
import type { VerifyIslandData } from '../home/verify-island-data.ts';
import { VERIFY_ISLAND } from '../home/words.ts';
import { ClaimList } from './claim-list.tsx';
import { LAB_TONES, ResultView, type ShownExamination } from './result-view.tsx';
import { LAB, LAB_ISLAND } from './words.ts';

/** What the page shows besides its form. */
export interface LabPageProps extends Pick<HomeFacts, 'shell' | 'limits'> {
  head: Pick<PageHead, 'title' | 'description' | 'markdown' | 'structuredData'>;
  /** What the lab can and cannot say, rendered from our own Markdown. */
  html: string;
  /** The family that was claimed last. */
  claim?: string;
  results?: readonly ShownExamination[];
  /** Why the file that was just sent was not examined. */
  problem?: string | null;
}

/** Where clips are examined. */
export function LabPage({ head, html, claim = 'unknown', results = [], problem = null, ...facts }: LabPageProps) {
  const { shell, limits } = facts;
  const { language } = shell;
  const words = LAB[language];
  const { tool } = words;
  return (
    <Document
      shell={shell}
      head={{
        ...head,
        path: 'lab',
        section: 'lab',
        isPublic: problem === null && results.length === 0,
        width: 'wide',
        scripts: ['lab.js', 'copy.js'],
      }}
    >
      <div class="lab">
        <div class="home-head">
          <h1>{head.title}</h1>
          <p class="lead">{head.description}</p>
        </div>
        <div class="home-tool">
          <DropZone {...facts} problem={problem} action={pagePath(language, 'lab')} words={tool}>
            <ClaimList language={language} chosen={claim} />
          </DropZone>
          <FileList {...facts} kept={tool.kept} />
          <p class="soft lab-kept">
            {tool.formats} {tool.kept}
          </p>
        </div>
        <Results language={language} results={results} />
        <Answers language={language} />
        <div class="prose lab-prose" dangerouslySetInnerHTML={{ __html: html }} />
        <p class="visually-hidden" role="status" id="announcements"></p>
        <DataBlock id="verify-data" data={islandData(language, limits)} />
      </div>
    </Document>
  );
}

/** Empty and hidden until there is something in it. */
function Results({ language, results }: { language: Language; results: readonly ShownExamination[] }) {
  return (
    <section id="lab-results" class="lab-results" aria-labelledby="lab-results-title" hidden={results.length === 0}>
      <h2 id="lab-results-title" tabIndex={-1} autoFocus={results.length > 0}>
        {LAB[language].results}
      </h2>
      {results.map((shown) => (
        <ResultView shown={shown} language={language} key={shown.key} />
      ))}
    </section>
  );
}

/** Every answer with its icon; the script takes the icons of its rows from here. */
function Answers({ language }: { language: Language }) {
  const { answers, answerWords, answerTexts } = LAB[language];
  return (
    <section class="lab-answers" aria-labelledby="lab-answers">
      <h2 id="lab-answers">{answers}</h2>
      <ul class="verdicts">
        {LAB_VERDICTS.map((verdict) => (
          <li key={verdict}>
            <p class={`state-word tone-${LAB_TONES[verdict]}`}>
              <span class="state-word" data-verdict={verdict}>
                <StateIcon tone={LAB_TONES[verdict]} />
                <span>{answerWords[verdict]}</span>
              </span>
            </p>
            <p>{answerTexts[verdict]}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function islandData(language: Language, { fileBytes, files, totalBytes }: LabPageProps['limits']): VerifyIslandData {
  return {
    language,
    limits: { fileBytes, files, totalBytes },
    results: '#',
    declarations: {},
    words: { ...VERIFY_ISLAND[language], ...LAB_ISLAND[language] },
  };
}
