import { SelectField, TextField } from '../../kit/components/fields.tsx';
import type { FormState } from '../../kit/components/form.tsx';
import { ProblemSummary } from '../../kit/components/form.tsx';
import { ShownText } from '../../kit/components/shown-text.tsx';
import { When } from '../../kit/components/when.tsx';
import { formatNumber } from '../../kit/format-number.ts';
import { visibleText } from '../../kit/visible-text.ts';
import { AUDIT } from './words.ts';
import { DashboardPage } from '../kit/dashboard-page.tsx';
import { dashboardPath, type DashboardFrame } from '../kit/frame.ts';
import { Empty, Fact, Pager, wordIn, type PageOf } from '../kit/parts.tsx';

export interface AuditEntryRow {
  readonly id: string;
  readonly createdAt: string;
  readonly action: string;
  readonly actor: { readonly kind: string; readonly id: string | null; readonly name: string | null };
  readonly target: { readonly kind: string; readonly id: string | null };
  readonly address: string | null;
  readonly requestId: string | null;
  /** As JSON; null when there are none. */
  readonly details: string | null;
}

interface Props {
  frame: DashboardFrame;
  entries: readonly AuditEntryRow[];
  at: PageOf;
  /** Whom the filter offers. */
  members: readonly { readonly id: string; readonly email: string }[];
  /** How many entries a file has at most. */
  exportedMost: number;
  /** The filter as it was typed. */
  state: FormState;
}

export function AuditPage({ frame, entries, at, members, exportedMost, state }: Props) {
  const { language } = frame.shell;
  const words = AUDIT[language];
  const asked = Object.fromEntries(Object.entries(state.values).filter(([, value]) => value !== ''));
  return (
    <DashboardPage
      frame={frame}
      title={words.title}
      lead={words.lead}
      state={state}
      action={
        at.total === 0 ? null : (
          <a class="button button-quiet" href={dashboardPath(frame, 'audit/export', asked)} download>
            {words.export}
          </a>
        )
      }
    >
      <Filter frame={frame} members={members} state={state} />
      {entries.length === 0 ? (
        <Empty text={words.empty} link={{ href: dashboardPath(frame, 'audit'), text: words.reset }} />
      ) : (
        <ul class="records">
          {entries.map((entry) => (
            <Entry frame={frame} entry={entry} key={entry.id} />
          ))}
        </ul>
      )}
      {at.total > exportedMost ? (
        <p class="soft">{words.exportNote(formatNumber(exportedMost, language), formatNumber(at.total, language))}</p>
      ) : null}
      <Pager
        at={at}
        language={language}
        href={(page) => dashboardPath(frame, 'audit', { ...asked, page: String(page) })}
      />
    </DashboardPage>
  );
}

function Filter({ frame, members, state }: Pick<Props, 'frame' | 'members' | 'state'>) {
  const { language } = frame.shell;
  const words = AUDIT[language];
  const common = { form: { id: 'filter', state }, language, isOptional: true } as const;
  const action = state.values['action'] ?? '';
  const actor = state.values['actor_id'] ?? '';
  const isMember = members.some(({ id }) => id === actor);
  const isUsed = Object.values(state.values).some((value) => value !== '');
  return (
    <details class="card filter" open={isUsed || state.problems.length > 0}>
      <summary>{words.filter}</summary>
      <ProblemSummary language={language} form={common.form} />
      <form
        id="filter"
        class="filter-fields"
        method="get"
        action={dashboardPath({ shell: frame.shell, org: null }, 'audit')}
        noValidate
      >
        {frame.org === null ? null : <input type="hidden" name="org" value={frame.org} />}
        <SelectField
          {...common}
          name="action"
          label={words.action}
          options={[
            { value: '', label: words.all },
            ...Object.entries(words.groups).map(([value, label]) => ({ value, label })),
            ...(isOne(action) ? [{ value: action, label: wordIn(words.actions, action) }] : []),
          ]}
        />
        <TextField {...common} name="from" type="date" label={words.from} />
        <TextField {...common} name="to" type="date" label={words.to} />
        <SelectField
          {...common}
          name="actor_id"
          label={words.actor}
          options={[
            { value: '', label: words.anyone },
            ...members.map(({ id, email }) => ({ value: id, label: visibleText(email) })),
            ...(isMember || actor === '' ? [] : [{ value: actor, label: visibleText(actor) }]),
          ]}
        />
        <TextField {...common} name="target_id" label={words.target} maxLength={100} isCode />
        <div class="button-row">
          <button class="button">{words.submit}</button>
          <a href={dashboardPath(frame, 'audit')}>{words.reset}</a>
        </div>
      </form>
    </details>
  );
}

/** Whether the filter is a single action, which an address may name; the list offers groups. */
function isOne(action: string): boolean {
  return action !== '' && !action.endsWith('.');
}

function Entry({ frame, entry }: { frame: DashboardFrame; entry: AuditEntryRow }) {
  const { language } = frame.shell;
  const words = AUDIT[language];
  const { createdAt, action, actor, target, address, requestId, details } = entry;
  return (
    <li class="record record-dense">
      <div class="record-head">
        <div class="record-title">{wordIn(words.actions, action)}</div>
        <p class="soft">
          <When at={createdAt} language={language} />
        </p>
      </div>
      <dl class="record-facts">
        <Fact name={words.who}>
          {actor.name === null ? wordIn(words.actors, actor.kind) : <ShownText text={actor.name} />}
          {actor.name !== null || actor.id === null ? null : (
            <>
              {' '}
              <a href={dashboardPath(frame, 'audit', { actor_id: actor.id })}>
                <Code text={actor.id} />
              </a>
            </>
          )}
        </Fact>
        {target.id === null ? null : (
          <Fact name={words.what}>
            <Code text={target.id} />
          </Fact>
        )}
        {address === null ? null : (
          <Fact name={words.where}>
            <Code text={address} />
          </Fact>
        )}
      </dl>
      {details === null && requestId === null ? null : (
        <details class="record-more">
          <summary>
            {words.more}
            <span class="visually-hidden"> {entry.id}</span>
          </summary>
          {requestId === null ? null : (
            <p>
              {words.request} <Code text={requestId} />
            </p>
          )}
          {details === null ? null : (
            <pre class="code-block" tabIndex={0} role="group" aria-label={`${words.more} ${entry.id}`}>
              <code>{details}</code>
            </pre>
          )}
        </details>
      )}
    </li>
  );
}

/** An identifier from the log, which others may have written. */
function Code({ text }: { text: string }) {
  return (
    <code>
      <ShownText text={text} />
    </code>
  );
}
