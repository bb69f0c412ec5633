import { Empty, Fact, StateBadge, WhenOr } from '../../dashboard/kit/parts.tsx';
import { CutText, ShownText } from '../../kit/components/shown-text.tsx';
import { STATUS_PAGE } from '../../status/words.ts';
import { AdminPage, adminPath, type AdminFrame } from '../kit/admin-page.tsx';
import { ADMIN } from '../kit/words.ts';
import { Change } from './change.tsx';
import type { ChangeRow, ListRow, OutcomeRow } from './rows.ts';
import { ADMIN_TRUST } from './words.ts';

interface Props {
  frame: AdminFrame;
  lists: readonly ListRow[];
  /** The newest first. */
  changes: readonly ChangeRow[];
  /** What came of fetching them a moment ago. */
  outcomes?: readonly OutcomeRow[];
}

/** Each trust list as it stands, and what its versions changed. */
export function AdminTrustPage({ frame, lists, changes, outcomes }: Props) {
  const { language } = frame.shell;
  const words = ADMIN_TRUST[language];
  return (
    <AdminPage frame={frame} title={ADMIN[language].tabs.trust} lead={words.lead}>
      {outcomes === undefined ? null : <Outcomes frame={frame} outcomes={outcomes} />}
      <div class="button-row">
        <a class="button" href={adminPath(frame, 'trust/refresh')}>
          {words.refresh}
        </a>
      </div>
      <ul class="records">
        {lists.map((list) => (
          <List frame={frame} list={list} key={list.name} />
        ))}
      </ul>
      <h2>{words.history}</h2>
      {changes.length === 0 ? <Empty text={words.noHistory} /> : null}
      <ul class="records">
        {changes.map((change) => (
          <Change change={change} language={language} key={`${change.list} ${change.at} ${change.sha256}`} />
        ))}
      </ul>
    </AdminPage>
  );
}

function Outcomes({ frame, outcomes }: { frame: AdminFrame; outcomes: readonly OutcomeRow[] }) {
  const { language } = frame.shell;
  const words = ADMIN_TRUST[language];
  return (
    <section class="notice tone-neutral" role="status" aria-label={words.outcomeTitle}>
      {outcomes.length === 0 ? <p>{words.nothing}</p> : null}
      {outcomes.map(({ name, outcome, message, added, removed }) => (
        <p key={name}>
          <strong>{STATUS_PAGE[language].trust.names[name]}</strong>:{' '}
          {outcome === 'updated' ? words.outcomes.updated(added, removed) : words.outcomes[outcome]}
          {message === null ? null : (
            <>
              {' '}
              (<ShownText text={message} />)
            </>
          )}
        </p>
      ))}
    </section>
  );
}

const TONES = { inUse: 'good', cached: 'warning', absent: 'neutral', off: 'neutral' } as const;

function List({ frame, list }: { frame: AdminFrame; list: ListRow }) {
  const { language } = frame.shell;
  const words = ADMIN_TRUST[language];
  const { name, state, source, copySource, sha256, fetchedAt, nextAt, error, entries } = list;
  return (
    <li class="record">
      <div class="record-head">
        <div class="record-title">{STATUS_PAGE[language].trust.names[name]}</div>
        <p class="badges">
          <StateBadge tone={TONES[state]}>{words.states[state]}</StateBadge>
        </p>
      </div>
      <dl class="record-facts">
        <Fact name={words.entries}>
          {name === 'c2pa_products' ? words.products(entries) : words.certificates(entries)}
        </Fact>
        <Fact name={words.source}>
          {source === null ? words.importedOnly : <ShownText text={source} />}
          {copySource === null || copySource === source ? null : (
            <>
              {' '}
              (<ShownText text={copySource} />)
            </>
          )}
        </Fact>
        <Fact name={words.fetched}>
          <WhenOr at={fetchedAt} language={language} otherwise={words.never} />
        </Fact>
        {nextAt === null ? null : (
          <Fact name={words.next}>
            <WhenOr at={nextAt} language={language} otherwise={words.never} />
          </Fact>
        )}
        {sha256 === null ? null : (
          <Fact name={words.hash}>
            <code>{sha256.slice(0, 12)}</code>
          </Fact>
        )}
        {error === null ? null : (
          <Fact name={words.error}>
            <CutText text={error} language={language} />
          </Fact>
        )}
      </dl>
    </li>
  );
}
