import { Document } from '../kit/document.tsx';
import { fill } from '../../shared/fill.ts';
import type { Shell } from '../kit/shell.ts';
import { visibleText } from '../kit/visible-text.ts';
import { ResultBody } from './result-body.tsx';
import { openView, type View, type ViewFacts } from './view.ts';

interface Props extends Omit<ViewFacts, 'language' | 'isFile'> {
  shell: Shell;
  /** Below the language, with its query. */
  path: string;
}

/** The page of one finished verification. */
export function ResultPage({ shell, path, ...facts }: Props) {
  const view = openView({ ...facts, language: shell.language, isFile: false });
  return (
    <Document
      shell={shell}
      head={{
        title: titleOf(view),
        description: view.words.description,
        path,
        isPublic: false,
        scripts: ['copy.js'],
        section: 'verify',
        width: 'wide',
      }}
    >
      <ResultBody view={view} />
    </Document>
  );
}

const TITLE_CHARACTERS = 60;

/** The verdict and the file's name, so that several open results are told apart. */
export function titleOf({ words, statuses, data }: View): string {
  const { filename, provenance_status } = data.result;
  const name = Array.from(filename).slice(0, TITLE_CHARACTERS).join('');
  const file = name === '' ? words.unnamed : visibleText(name);
  return fill(words.headTitle, { status: statuses.provenance[provenance_status].heading, file });
}
