import type { StatementFile, StatementFormat } from '../../../../features/billing/documents/index.ts';
import { isId } from '../../../../shared/ids.ts';
import { ScrollTable } from '../../../kit/components/scroll-table.tsx';
import { ShownText } from '../../../kit/components/shown-text.tsx';
import { When } from '../../../kit/components/when.tsx';
import { formatNumber } from '../../../kit/format-number.ts';
import { DashboardPage } from '../../kit/dashboard-page.tsx';
import { dashboardPath, may, type DashboardFrame } from '../../kit/frame.ts';
import { Empty, Fact, wordIn } from '../../kit/parts.tsx';
import { BillingNav } from '../nav.tsx';
import { moneyOf } from '../parts.tsx';
import { STATEMENTS } from './words.ts';

/** More are in the files. */
const SHOWN = 200;

interface Props extends StatementFile {
  frame: DashboardFrame;
  formats: readonly StatementFormat[];
  /** What the files say as well: the kinds of entries, and what to know of a statement. */
  kinds: Readonly<Record<string, string>>;
  note: string;
}

/** One month of the balance: its sums, its entries, and the files of it. */
export function StatementPage({ frame, statement, entries, formats, kinds, note }: Props) {
  const { language } = frame.shell;
  const words = STATEMENTS[language];
  const { id, month, finalized_at: finalizedAt } = statement;
  const at = `billing/statements/${id}`;
  return (
    <DashboardPage frame={frame} title={words.one(month)}>
      <BillingNav frame={frame} />
      <section class="card" aria-labelledby="statement-sums">
        <h2 id="statement-sums">{month}</h2>
        <dl class="record-facts">
          <Fact name={words.opening}>{moneyOf(statement.opening_minor, language)}</Fact>
          <Fact name={words.credit}>{moneyOf(statement.credit_minor, language)}</Fact>
          <Fact name={words.debit}>{moneyOf(statement.debit_minor, language)}</Fact>
          <Fact name={words.closing}>
            <strong>{moneyOf(statement.closing_minor, language)}</strong>
          </Fact>
          {finalizedAt === null ? null : (
            <Fact name={words.finalized}>
              <When at={finalizedAt} language={language} />
            </Fact>
          )}
          <Fact name={words.id}>
            <code>{id}</code>
          </Fact>
        </dl>
        <p class="button-row">
          {formats.toReversed().map((format) => (
            <a
              class="button button-quiet"
              href={dashboardPath(frame, `${at}/download`, { format })}
              download={`statement-${month}.${format}`}
              key={format}
            >
              <span class="visually-hidden">{words.download} </span>
              {words[format]}
            </a>
          ))}
        </p>
        <p class="soft">{note}</p>
      </section>
      {may(frame, 'billing:write') ? (
        <p>
          {words.invoiceText} <a href={dashboardPath(frame, 'billing/invoices/new', { month })}>{words.invoice}</a>
        </p>
      ) : null}
      <div>
        <h2>{words.lines}</h2>
        {entries.length === 0 ? (
          <Empty text={words.noLines} />
        ) : (
          <Lines frame={frame} entries={entries} kinds={kinds} />
        )}
      </div>
    </DashboardPage>
  );
}

function Lines({ frame, entries, kinds }: Pick<Props, 'frame' | 'entries' | 'kinds'>) {
  const { language } = frame.shell;
  const words = STATEMENTS[language];
  const number = (count: number) => formatNumber(count, language);
  return (
    <>
      {entries.length > SHOWN ? <p class="soft">{words.cut(number(SHOWN), number(entries.length))}</p> : null}
      <ScrollTable label={words.lines}>
        <thead>
          <tr>
            <th scope="col">{words.time}</th>
            <th scope="col">{words.type}</th>
            <th scope="col">{words.for}</th>
            {[words.credit, words.debit, words.balance].map((name) => (
              <th scope="col" class="number" key={name}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entries.slice(0, SHOWN).map((entry) => (
            <Line frame={frame} entry={entry} kinds={kinds} key={entry.sequence} />
          ))}
        </tbody>
      </ScrollTable>
    </>
  );
}

function Line({ frame, entry, kinds }: Pick<Props, 'frame' | 'kinds'> & { entry: StatementFile['entries'][number] }) {
  const { language } = frame.shell;
  const { created_at, type, source_id, description, direction, amount_minor, balance_after_minor } = entry;
  const amount = moneyOf(amount_minor, language);
  return (
    <tr>
      <td>
        <When at={created_at} language={language} />
      </td>
      <td>
        {wordIn(kinds, type)}
        {description === '' ? null : (
          <>
            <br />
            <span class="soft">
              <ShownText text={description} />
            </span>
          </>
        )}
      </td>
      <td>
        {isId('order', source_id) ? (
          <a href={dashboardPath(frame, `billing/orders/${source_id}`)}>
            <code>{source_id}</code>
          </a>
        ) : (
          <code>
            <ShownText text={source_id} />
          </code>
        )}
      </td>
      <td class="number">{direction === 'credit' ? amount : ''}</td>
      <td class="number">{direction === 'debit' ? amount : ''}</td>
      <td class="number">{moneyOf(balance_after_minor, language)}</td>
    </tr>
  );
}
