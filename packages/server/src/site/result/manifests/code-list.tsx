import type { StatusCode, StatusCodes } from '@revera/provenance';
import { CutText, ShownText } from '../../kit/components/shown-text.tsx';
import type { Language } from '../../../shared/language.ts';
import { wordTerm } from './c2pa-terms.ts';
import { MANIFESTS } from './words.ts';
import { Mark } from './mark.tsx';
import { SHOWN, type ManifestsProps } from './props.ts';
import { formatNumber } from '../../kit/format-number.ts';

/** The worst first. */
const KINDS = ['failure', 'informational', 'success'] as const;
const CODE_TONE = { failure: 'bad', informational: 'neutral', success: 'good' } as const;

/** A failure by name; whether the signer is on a list breaks nothing, so it does not look like what is broken. */
const UNTRUSTED = 'signingCredential.untrusted';

type Kind = (typeof KINDS)[number];

/** A code with how often it was given. */
interface Row {
  readonly kind: Kind;
  readonly code: string;
  readonly times: number;
  /** The engine's own words, of failures; they may quote the file. */
  readonly explanation: string | null;
}

interface Props extends Pick<ManifestsProps, 'language' | 'reportUrl'> {
  codes: StatusCodes;
  isOpen: boolean;
}

/** Validation status codes in words, and as the specification names them. */
export function CodeList({ codes, isOpen, language, reportUrl }: Props) {
  const words = MANIFESTS[language].details;
  const rows = KINDS.flatMap((kind) => rowsOf(kind, codes[kind]));
  const left = rows.length - SHOWN.codes;
  if (rows.length === 0) return <p class="soft">{words.noCodes}</p>;
  return (
    <details open={isOpen}>
      <summary>
        {words.codes} <span class="soft">{formatNumber(rows.length, language)}</span>
      </summary>
      <ul class="codes">
        {rows.slice(0, SHOWN.codes).map((row) => (
          <CodeLine row={row} language={language} key={`${row.kind} ${row.code}`} />
        ))}
      </ul>
      {left <= 0 ? null : (
        <p class="soft">
          {MANIFESTS[language].moreInReport(formatNumber(left, language))}{' '}
          <a href={reportUrl}>{MANIFESTS[language].rawReport}</a>
        </p>
      )}
    </details>
  );
}

function rowsOf(kind: Kind, list: readonly StatusCode[]): Row[] {
  const rows = new Map<string, Row>();
  for (const { code, explanation } of list) {
    const times = (rows.get(code)?.times ?? 0) + 1;
    rows.set(code, { kind, code, times, explanation: kind === 'failure' ? explanation : null });
  }
  return [...rows.values()];
}

function CodeLine({ row: { kind, code, times, explanation }, language }: { row: Row; language: Language }) {
  const words = MANIFESTS[language].details;
  const known = wordTerm(language, 'codes', code);
  return (
    <li>
      <Mark tone={code === UNTRUSTED ? 'neutral' : CODE_TONE[kind]} label={words.codeKinds[kind]} />
      <div>
        {known === null ? null : <span>{known} </span>}
        <code>
          <ShownText text={code.slice(0, 200)} />
        </code>
        {times === 1 ? null : <span class="soft"> {words.times(formatNumber(times, language))}</span>}
        {explanation === null ? null : (
          <div class="soft">
            <CutText text={explanation} language={language} />
          </div>
        )}
      </div>
    </li>
  );
}
