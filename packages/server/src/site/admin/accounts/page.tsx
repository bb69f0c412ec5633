import type { Role } from '../../../shared/permissions.ts';
import { SelectField, TextField } from '../../kit/components/fields.tsx';
import { ProblemSummary, type FormState } from '../../kit/components/form.tsx';
import { CutText, ShownText } from '../../kit/components/shown-text.tsx';
import { When } from '../../kit/components/when.tsx';
import { Empty, Fact, Pager, StateBadge, WhenOr, type PageOf } from '../../dashboard/kit/parts.tsx';
import { ADMIN } from '../kit/words.ts';
import { ADMIN_ACCOUNTS } from './words.ts';
import { DASHBOARD } from '../../dashboard/kit/words.ts';
import { ROLE_WORDS } from '../../kit/words/roles.ts';
import { AdminPage, adminPath, type AdminFrame } from '../kit/admin-page.tsx';

export interface AdminAccountRow {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly isVerified: boolean;
  readonly isAdmin: boolean;
  readonly mustChangePassword: boolean;
  readonly hasTotp: boolean;
  readonly createdAt: string;
  readonly lastSeenAt: string | null;
  readonly suspendedAt: string | null;
  readonly reason: string | null;
  readonly organizations: readonly { readonly id: string; readonly name: string; readonly role: Role }[];
}

interface Props {
  frame: AdminFrame;
  accounts: readonly AdminAccountRow[];
  at: PageOf;
  state: FormState;
}

export function AdminAccountsPage({ frame, accounts, at, state }: Props) {
  const { language } = frame.shell;
  const words = ADMIN_ACCOUNTS[language];
  const form = { id: 'search', state };
  const organization = state.values['organization_id'] ?? '';
  const asked = Object.fromEntries(Object.entries(state.values).filter(([, value]) => value !== ''));
  return (
    <AdminPage frame={frame} title={ADMIN[language].tabs.accounts} lead={words.lead} state={state}>
      <ProblemSummary language={language} form={form} />
      <form
        id={form.id}
        class="filter-fields"
        method="get"
        action={adminPath(frame, 'accounts')}
        role="search"
        noValidate
      >
        <TextField form={form} language={language} name="email" label={words.email} isOptional />
        <SelectField
          form={form}
          language={language}
          name="status"
          label={words.status}
          isOptional
          options={[
            { value: '', label: words.statuses.any },
            { value: 'active', label: words.statuses.active },
            { value: 'suspended', label: words.statuses.suspended },
          ]}
        />
        {organization === '' ? null : <input type="hidden" name="organization_id" value={organization} />}
        <div class="button-row">
          <button class="button">{ADMIN[language].searchButton}</button>
        </div>
      </form>
      {organization === '' ? null : (
        <p>
          {words.membersOf} <ShownText text={organization} /> ·{' '}
          <a href={adminPath(frame, 'accounts')}>{words.everybody}</a>
        </p>
      )}
      {accounts.length === 0 ? (
        <Empty text={words.empty} />
      ) : (
        <ul class="records">
          {accounts.map((account) => (
            <Account frame={frame} account={account} key={account.id} />
          ))}
        </ul>
      )}
      <Pager
        at={at}
        language={language}
        href={(page) => adminPath(frame, 'accounts', { ...asked, page: String(page) })}
      />
    </AdminPage>
  );
}

function Account({ frame, account }: { frame: AdminFrame; account: AdminAccountRow }) {
  const { language } = frame.shell;
  const words = ADMIN_ACCOUNTS[language];
  const { email } = account;
  return (
    <li class="record">
      <div class="record-head">
        <div class="record-title">
          <ShownText text={email} />
        </div>
        <p class="badges">
          {account.suspendedAt === null ? null : <StateBadge tone="bad">{words.statuses.suspended}</StateBadge>}
          {account.isAdmin ? <span class="badge">{words.admin}</span> : null}
          {account.mustChangePassword ? <span class="badge">{words.oneTime}</span> : null}
          {account.hasTotp ? <span class="badge">{words.totp}</span> : null}
          <StateBadge tone={account.isVerified ? 'good' : 'neutral'}>
            {account.isVerified ? words.verified : words.unverified}
          </StateBadge>
        </p>
      </div>
      <AccountFacts frame={frame} account={account} />
      <p class="record-actions">
        {account.suspendedAt === null ? (
          <Action frame={frame} account={account} step="end-sessions" text={words.end.button} />
        ) : (
          <Action frame={frame} account={account} step="restore" text={words.restore.button} />
        )}
        {account.suspendedAt === null && !account.isAdmin ? (
          <Action frame={frame} account={account} step="suspend" text={words.suspend.button} isDanger />
        ) : null}
      </p>
    </li>
  );
}

function AccountFacts({ frame, account }: { frame: AdminFrame; account: AdminAccountRow }) {
  const { language } = frame.shell;
  const words = ADMIN_ACCOUNTS[language];
  const { id, name, organizations } = account;
  return (
    <dl class="record-facts">
      {name === '' ? null : (
        <Fact name={words.name}>
          <ShownText text={name} />
        </Fact>
      )}
      <Fact name={words.organizations}>
        {organizations.length === 0 ? words.none : null}
        {organizations.map((one, at) => (
          <span key={one.id}>
            {at === 0 ? null : ', '}
            <a href={adminPath(frame, `organizations/${one.id}`)}>
              <ShownText text={one.name} />
            </a>{' '}
            ({ROLE_WORDS[language][one.role].name})
          </span>
        ))}
      </Fact>
      <Fact name={words.created}>
        <When at={account.createdAt} language={language} />
      </Fact>
      <Fact name={words.seen}>
        <WhenOr at={account.lastSeenAt} language={language} otherwise={words.never} />
      </Fact>
      <Fact name={DASHBOARD[language].id}>
        <code>{id}</code>
      </Fact>
      {account.suspendedAt === null ? null : (
        <Fact name={words.suspendedAt}>
          <When at={account.suspendedAt} language={language} />
        </Fact>
      )}
      {account.reason === null ? null : (
        <Fact name={words.reason}>
          <CutText text={account.reason} language={language} />
        </Fact>
      )}
    </dl>
  );
}

interface ActionProps {
  frame: AdminFrame;
  account: AdminAccountRow;
  step: 'suspend' | 'restore' | 'end-sessions';
  text: string;
  isDanger?: boolean;
}

/** A link to the page that asks once more. */
function Action({ frame, account: { id, email }, step, text, isDanger = false }: ActionProps) {
  return (
    <a
      class={`button button-small ${isDanger ? 'button-danger' : 'button-quiet'}`}
      href={adminPath(frame, `accounts/${id}/${step}`)}
    >
      {text}
      <span class="visually-hidden">
        {' '}
        <ShownText text={email} />
      </span>
    </a>
  );
}
