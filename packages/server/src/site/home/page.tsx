import type { Language } from '../../shared/language.ts';
import { DataBlock } from '../kit/data-block.tsx';
import { Document } from '../kit/document.tsx';
import { DropZone } from './drop-zone.tsx';
import { FileList } from './file-list.tsx';
import type { HomeFacts } from './home-facts.ts';
import { FiguresSection } from './figures.tsx';
import { RecentFiles } from './recent-list.tsx';
import { AfterwardsSection, DeveloperSection, EvidenceSection, VerdictSection } from './home-sections.tsx';
import { ResultFigure, SampleSection } from '../samples/sample-section.tsx';
import type { VerifyIslandData } from './verify-island-data.ts';
import type { PageHead } from '../kit/shell.ts';
import { pagePath } from '../kit/site-map.ts';
import { HOME, VERIFY_ISLAND } from './words.ts';
import { SITE } from '../kit/words/site.ts';
import { STATUSES } from '../../shared/statuses.ts';

interface Props extends HomeFacts {
  /** Why the file that was just sent was not verified. */
  problem?: string | null;
  structuredData: NonNullable<PageHead['structuredData']>;
}

/** Where files are verified, and what one has to know to read the answer. */
export function HomePage({ problem = null, structuredData, ...facts }: Props) {
  const { shell } = facts;
  const { language } = shell;
  const words = HOME[language];
  const head: PageHead = {
    title: SITE[language].homeTitle,
    description: words.description,
    path: '',
    isPublic: problem === null,
    section: 'verify',
    width: 'wide',
    scripts: ['verify.js', 'copy.js'],
    structuredData,
  };
  return (
    <Document shell={shell} head={head}>
      <div class="home">
        <div class="home-head">
          <h1>{SITE[language].tagline}</h1>
          <p class="lead">{words.lead}</p>
        </div>
        <div class="home-tool">
          <DropZone {...facts} problem={problem} action={pagePath(language, '')} words={words.drop} />
          <FileList {...facts} kept={words.list.kept(facts.keptHours)} />
          <RecentFiles {...facts} />
        </div>
        <SampleSection shell={shell} />
        <ResultFigure shell={shell} />
        <FiguresSection {...facts} />
        <EvidenceSection language={language} />
        <VerdictSection language={language} />
        <div class="home-pair">
          <AfterwardsSection {...facts} />
          <DeveloperSection shell={shell} />
        </div>
        <p class="visually-hidden" role="status" id="announcements"></p>
        <DataBlock id="verify-data" data={islandData(facts)} />
      </div>
    </Document>
  );
}

function islandData({ shell: { language }, limits }: HomeFacts): VerifyIslandData {
  const { fileBytes, files, totalBytes } = limits;
  return {
    language,
    limits: { fileBytes, files, totalBytes },
    results: `${pagePath(language, 'results')}/`,
    declarations: declarationWords(language),
    words: VERIFY_ISLAND[language],
  };
}

function declarationWords(language: Language): Record<string, string> {
  const silent = new Set(['none', 'undeclared']);
  const all = Object.entries(STATUSES[language].declaration).map(([name, { heading }]) => [name, heading] as const);
  return Object.fromEntries(all.filter(([name]) => !silent.has(name)));
}
