import { AuthenticationFields } from '../../kit/components/authentication-fields.tsx';
import { Checkboxes, SelectField, TextField } from '../../kit/components/fields.tsx';
import { PostForm, ProblemSummary, type FormState } from '../../kit/components/form.tsx';
import { ShownText } from '../../kit/components/shown-text.tsx';
import { When } from '../../kit/components/when.tsx';
import { SCOPES, type Scope } from '../../../shared/scopes.ts';
import { DASHBOARD } from '../kit/words.ts';
import { KEYS } from './words.ts';
import { DashboardPage } from '../kit/dashboard-page.tsx';
import { dashboardPath, may, type DashboardFrame } from '../kit/frame.ts';
import { Empty, Fact, Pager, StateBadge, WhenOr, type PageOf } from '../kit/parts.tsx';
import { KEY_TONE, type KeyRow } from '../kit/rows.ts';

interface Props {
  frame: DashboardFrame;
  keys: readonly KeyRow[];
  at: PageOf;
  state: FormState;
  /** The scopes that some route needs. */
  offered: readonly Scope[];
  /** The scopes ticked in the form. */
  scopes: ReadonlySet<string>;
  asksPassword: boolean;
}

/** The keys of an organization, and the form that creates one. */
export function KeysPage({ frame, keys, at, state, offered, scopes, asksPassword }: Props) {
  const { language } = frame.shell;
  const words = KEYS[language];
  const mayManage = may(frame, 'keys:manage');
  const isEmpty = keys.length === 0 && at.page === 1;
  return (
    <DashboardPage
      frame={frame}
      title={words.title}
      lead={words.lead}
      state={state}
      scripts={['password.js']}
      action={
        mayManage && !isEmpty ? (
          <a class="button" href="#create">
            {words.create}
          </a>
        ) : null
      }
    >
      <ProblemSummary language={language} form={{ id: 'create', state }} />
      {isEmpty ? (
        <Empty text={mayManage ? words.empty : words.emptyViewer} />
      ) : (
        <ul class="records">
          {keys.map((key) => (
            <Key frame={frame} row={key} mayRevoke={mayManage} key={key.id} />
          ))}
        </ul>
      )}
      <Pager at={at} language={language} href={(page) => dashboardPath(frame, 'keys', { page: String(page) })} />
      {mayManage ? (
        <CreateForm frame={frame} state={state} offered={offered} scopes={scopes} asksPassword={asksPassword} />
      ) : null}
    </DashboardPage>
  );
}

function Key({ frame, row, mayRevoke }: { frame: DashboardFrame; row: KeyRow; mayRevoke: boolean }) {
  const { language } = frame.shell;
  const words = KEYS[language];
  const shared = DASHBOARD[language];
  return (
    <li class="record">
      <div class="record-head">
        <div class="record-title">
          <ShownText text={row.name} />
        </div>
        <p class="badges">
          <span class="badge">{words.modes[row.mode]}</span>
          <StateBadge tone={KEY_TONE[row.state]}>{words.state[row.state]}</StateBadge>
        </p>
      </div>
      <dl class="record-facts">
        <Fact name={words.prefix}>
          <code>{row.prefix}…</code>
        </Fact>
        <Fact name={words.lastUsed}>
          <WhenOr at={row.lastUsedAt} language={language} otherwise={shared.never} />
        </Fact>
        <Fact name={shared.created}>
          <When at={row.createdAt} language={language} />
        </Fact>
        {row.revokedAt === null ? (
          <Fact name={words.expiresAt}>
            <WhenOr at={row.expiresAt} language={language} otherwise={words.noExpiry} />
          </Fact>
        ) : (
          <Fact name={words.revokedAt}>
            <When at={row.revokedAt} language={language} />
          </Fact>
        )}
        <Fact name={words.scopes}>
          <code>{row.scopes.join(' ')}</code>
        </Fact>
      </dl>
      {mayRevoke && row.state !== 'revoked' ? (
        <p class="record-actions">
          <a class="button button-danger button-small" href={dashboardPath(frame, `keys/${row.id}/revoke`)}>
            {words.revoke}
            <span class="visually-hidden">
              {' '}
              <ShownText text={row.name} />
            </span>
          </a>
        </p>
      ) : null}
    </li>
  );
}

function CreateForm({ frame, state, offered, scopes, asksPassword }: Omit<Props, 'keys' | 'at'>) {
  const { language } = frame.shell;
  const words = KEYS[language];
  const form = { id: 'create', state };
  return (
    <section class="card" aria-labelledby="create-title">
      <h2 id="create-title">{words.create}</h2>
      <PostForm id={form.id} action={dashboardPath(frame, 'keys')} csrf={frame.csrf}>
        <TextField
          form={form}
          language={language}
          name="name"
          label={words.name}
          hint={words.nameHint}
          maxLength={100}
        />
        <SelectField
          form={form}
          language={language}
          name="mode"
          label={words.mode}
          hint={words.modeHint}
          initial="test"
          options={[
            { value: 'test', label: words.modes.test },
            { value: 'live', label: words.modes.live },
          ]}
        />
        <Checkboxes
          form={form}
          language={language}
          name="scopes"
          label={words.scopes}
          hint={words.scopesHint}
          chosen={scopes}
          options={offered.map((scope) => ({ value: scope, label: SCOPES[scope][language] }))}
        />
        <TextField
          form={form}
          language={language}
          name="expires_on"
          type="date"
          label={words.expires}
          hint={words.expiresHint}
          isOptional
        />
        {asksPassword ? (
          <AuthenticationFields
            form={form}
            language={language}
            asksCode={frame.account.hasSecondFactor}
            passwordHint={words.passwordHint}
            isOptional
          />
        ) : null}
        <button class="button">{words.create}</button>
      </PostForm>
    </section>
  );
}
