import type { LabExamination } from '../../features/lab/index.ts';
import type { Language } from '../../shared/language.ts';
import { CutText, ShownText } from '../kit/components/shown-text.tsx';
import { LAB } from './words.ts';
import { formatNumber } from '../kit/format-number.ts';

interface Props {
  result: LabExamination;
  language: Language;
  /** Of the result, for names that must be unique in the page. */
  name: string;
}

/** Everything that was read, with where it stands. Values and paths are texts of the file. */
export function Observations({ result: { observations }, language, name }: Props) {
  const words = LAB[language];
  const { columns } = words;
  if (observations.length === 0) return null;
  return (
    <details class="fold">
      <summary id={`${name}-all`}>{words.all(formatNumber(observations.length, language))}</summary>
      <div class="fold-body">
        <p class="soft">{words.allNote}</p>
        <div class="table-scroll" tabIndex={0} role="group" aria-labelledby={`${name}-all`}>
          <table>
            <thead>
              <tr>
                <th scope="col">{columns.id}</th>
                <th scope="col">{columns.fact}</th>
                <th scope="col">{columns.value}</th>
                <th scope="col">{columns.place}</th>
                <th scope="col">{columns.byte}</th>
              </tr>
            </thead>
            <tbody>
              {observations.map(({ id, fact, value, path, offset, salvaged }) => (
                <tr key={id}>
                  <td>{id}</td>
                  <td>
                    <code>{fact}</code>
                  </td>
                  <td>
                    <CutText text={valueText(value, language)} language={language} />
                  </td>
                  <td>
                    <code>
                      <ShownText text={path} />
                    </code>
                    {salvaged ? ` ${words.salvaged}` : null}
                  </td>
                  <td class="number">{offset === null ? '–' : formatNumber(offset, language)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </div>
    </details>
  );
}

/** Which places of the file were compared, and whether they agree. */
export function Checks({ result: { checks }, language, name }: Props) {
  const words = LAB[language];
  if (checks.length === 0) return null;
  return (
    <details class="fold">
      <summary id={`${name}-checks`}>{words.checks(formatNumber(checks.length, language))}</summary>
      <div class="fold-body">
        <table aria-labelledby={`${name}-checks`}>
          <tbody>
            {checks.map(({ id, result }) => (
              <tr key={id}>
                <th scope="row">
                  <code>{id}</code>
                </th>
                <td>{words.checkResults[result]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

function valueText(value: unknown, language: Language): string {
  if (typeof value === 'boolean') return value ? LAB[language].yes : LAB[language].no;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
