import { Document } from '../kit/document.tsx';
import { fill } from '../../shared/fill.ts';
import type { Shell } from '../kit/shell.ts';
import { visibleText } from '../kit/visible-text.ts';
import { linkOf } from './link-card.ts';
import { SampleNotice } from '../samples/sample-notice.tsx';
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
        scripts: ['copy.js', 'result.js'],
        section: 'verify',
        width: 'wide',
        ...(facts.life.isPublic ? { link: linkOf(view) } : {}),
      }}
    >
      <SampleNotice sha256={view.data.sha256} language={shell.language} />
      <ResultBody view={view} />
    </Document>
  );
}

/** What tabs and search engines show, without our name behind it. */
const TITLE_CHARACTERS = 60;
/** Of these a file's name has at least so many, when it is that long. */
const NAME_CHARACTERS = 20;

/** The statement and the file's name, so that several open results are told apart. */
export function titleOf({ words, statement, data }: View): string {
  const { filename } = data.result;
  const file = filename === '' ? words.unnamed : visibleText(filename);
  const room = TITLE_CHARACTERS - fill(words.headTitle, { status: '', file: '' }).length;
  const status = cut(visibleText(statement.heading), room - Math.min(Array.from(file).length, NAME_CHARACTERS));
  return fill(words.headTitle, { status, file: cut(file, room - Array.from(status).length) });
}

function cut(text: string, most: number): string {
  const characters = Array.from(text);
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`;
}
