import { SelectField, TextField } from '../../kit/components/fields.tsx';
import { ProblemSummary, type FormState } from '../../kit/components/form.tsx';
import { CutText, ShownText } from '../../kit/components/shown-text.tsx';
import { When } from '../../kit/components/when.tsx';
import { Empty, Fact, Pager, StateBadge, type PageOf } from '../../dashboard/kit/parts.tsx';
import { ADMIN } from '../kit/words.ts';
import { ADMIN_ORGANIZATIONS } from './words.ts';
import { DASHBOARD } from '../../dashboard/kit/words.ts';
import { AdminPage, adminPath, type AdminFrame } from '../kit/admin-page.tsx';

export interface AdminOrganizationRow {
  readonly id: string;
  readonly name: string;
  readonly kind: 'personal' | 'team';
  readonly status: 'active' | 'suspended' | 'closed';
  readonly suspendedAt: string | null;
  readonly closedAt: string | null;
  readonly reason: string | null;
  readonly providerCode: string | null;
  readonly createdAt: string;
  readonly memberCount: number;
  readonly keyCount: number;
  readonly owners: readonly string[];
}

interface Props {
  frame: AdminFrame;
  organizations: readonly AdminOrganizationRow[];
  at: PageOf;
  state: FormState;
}

export function AdminOrganizationsPage({ frame, organizations, at, state }: Props) {
  const { language } = frame.shell;
  const words = ADMIN_ORGANIZATIONS[language];
  const form = { id: 'search', state };
  const asked = Object.fromEntries(Object.entries(state.values).filter(([, value]) => value !== ''));
  const { any, active, suspended, closed } = words.statuses;
  return (
    <AdminPage frame={frame} title={ADMIN[language].tabs.organizations} lead={words.lead} state={state}>
      <ProblemSummary language={language} form={form} />
      <form
        id={form.id}
        class="filter-fields"
        method="get"
        action={adminPath(frame, 'organizations')}
        role="search"
        noValidate
      >
        <TextField form={form} language={language} name="name" label={words.name} isOptional />
        <TextField form={form} language={language} name="owner" label={words.owner} isOptional />
        <SelectField
          form={form}
          language={language}
          name="status"
          label={words.status}
          isOptional
          options={[
            { value: '', label: any },
            { value: 'active', label: active },
            { value: 'suspended', label: suspended },
            { value: 'closed', label: closed },
          ]}
        />
        <div class="button-row">
          <button class="button">{ADMIN[language].searchButton}</button>
        </div>
      </form>
      {organizations.length === 0 ? (
        <Empty text={words.empty} />
      ) : (
        <ul class="records">
          {organizations.map((one) => (
            <Organization frame={frame} organization={one} key={one.id} />
          ))}
        </ul>
      )}
      <Pager
        at={at}
        language={language}
        href={(page) => adminPath(frame, 'organizations', { ...asked, page: String(page) })}
      />
    </AdminPage>
  );
}

export const STATUS_TONE = { active: 'good', suspended: 'bad', closed: 'neutral' } as const;

function Organization({ frame, organization }: { frame: AdminFrame; organization: AdminOrganizationRow }) {
  const { language } = frame.shell;
  const words = ADMIN_ORGANIZATIONS[language];
  const { id, name, kind, status } = organization;
  return (
    <li class="record">
      <div class="record-head">
        <div class="record-title">
          <a href={adminPath(frame, `organizations/${id}`)}>
            <ShownText text={name} />
          </a>
        </div>
        <p class="badges">
          <span class="badge">{DASHBOARD[language].organization[kind]}</span>
          <StateBadge tone={STATUS_TONE[status]}>{words.statuses[status]}</StateBadge>
        </p>
      </div>
      <OrganizationFacts frame={frame} organization={organization} />
      {status === 'closed' ? null : (
        <p class="record-actions">
          <Step frame={frame} organization={organization} />
        </p>
      )}
    </li>
  );
}

/** What is known of an organization, beside its name. */
export function OrganizationFacts({ frame, organization }: { frame: AdminFrame; organization: AdminOrganizationRow }) {
  const { language } = frame.shell;
  const words = ADMIN_ORGANIZATIONS[language];
  const { id, suspendedAt, closedAt, reason, providerCode, createdAt, owners } = organization;
  return (
    <dl class="record-facts">
      {owners.length === 0 ? null : (
        <Fact name={words.owners}>
          {owners.map((email, at) => (
            <span key={email}>
              {at === 0 ? null : ', '}
              <ShownText text={email} />
            </span>
          ))}
        </Fact>
      )}
      <Fact name={words.members}>
        <a href={adminPath(frame, 'accounts', { organization_id: id })}>{organization.memberCount}</a>
      </Fact>
      <Fact name={words.keys}>{organization.keyCount}</Fact>
      <Fact name={words.created}>
        <When at={createdAt} language={language} />
      </Fact>
      {providerCode === null ? null : (
        <Fact name={words.code}>
          <code>{providerCode}</code>
        </Fact>
      )}
      <Fact name={DASHBOARD[language].id}>
        <code>{id}</code>
      </Fact>
      {suspendedAt === null ? null : (
        <Fact name={words.suspendedAt}>
          <When at={suspendedAt} language={language} />
        </Fact>
      )}
      {closedAt === null ? null : (
        <Fact name={words.closedAt}>
          <When at={closedAt} language={language} />
        </Fact>
      )}
      {reason === null ? null : (
        <Fact name={words.reason}>
          <CutText text={reason} language={language} />
        </Fact>
      )}
    </dl>
  );
}

/** A link to the page that asks once more. */
export function Step({ frame, organization }: { frame: AdminFrame; organization: AdminOrganizationRow }) {
  const { id, name, status } = organization;
  const step = status === 'suspended' ? 'restore' : 'suspend';
  return (
    <a
      class={step === 'suspend' ? 'button button-danger button-small' : 'button button-quiet button-small'}
      href={adminPath(frame, `organizations/${id}/${step}`)}
    >
      {ADMIN_ORGANIZATIONS[frame.shell.language][step].button}
      <span class="visually-hidden">
        {' '}
        <ShownText text={name} />
      </span>
    </a>
  );
}
