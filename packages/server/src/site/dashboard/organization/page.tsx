import type { Role } from '../../../shared/permissions.ts';
import { TextField } from '../../kit/components/fields.tsx';
import { EMPTY_FORM, PostForm, ProblemSummary, type FormState } from '../../kit/components/form.tsx';
import { ShownText } from '../../kit/components/shown-text.tsx';
import { When } from '../../kit/components/when.tsx';
import { DASHBOARD } from '../kit/words.ts';
import { ORGANIZATION } from './words.ts';
import { ROLE_WORDS } from '../../kit/words/roles.ts';
import { DashboardPage } from '../kit/dashboard-page.tsx';
import { dashboardPath, may, type DashboardFrame } from '../kit/frame.ts';
import { Copyable, Fact } from '../kit/parts.tsx';
import { SITE } from '../../kit/words/site.ts';

export interface OrganizationView {
  readonly id: string;
  readonly name: string;
  readonly kind: 'personal' | 'team';
  readonly role: Role;
  readonly providerCode: string | null;
  readonly createdAt: string;
}

/** The form that was sent last, or none of them when its state is empty. */
export interface SentOrganizationForm {
  readonly form: 'change' | 'create';
  readonly state: FormState;
}

interface Props {
  frame: DashboardFrame;
  organization: OrganizationView;
  own: readonly OrganizationView[];
  sent: SentOrganizationForm;
}

export function OrganizationPage({ frame, organization, own, sent }: Props) {
  const { language } = frame.shell;
  const words = ORGANIZATION[language];
  const shared = DASHBOARD[language];
  const { id, kind, role, providerCode, createdAt, name } = organization;
  const stateOf = (form: SentOrganizationForm['form']): FormState => (sent.form === form ? sent.state : EMPTY_FORM);
  const mayChange = may(frame, 'organization:update');
  return (
    <DashboardPage frame={frame} title={words.title} lead={words.lead} state={sent.state} scripts={['copy.js']}>
      <dl class="facts">
        <dt>{shared.id}</dt>
        <dd>
          <Copyable id="organization-id" text={id} language={language} />
        </dd>
        <dt>{words.kind}</dt>
        <dd>{shared.organization[kind]}</dd>
        <dt>{words.role}</dt>
        <dd>
          {ROLE_WORDS[language][role].name}
          {SITE[language].colon}
          {ROLE_WORDS[language][role].about}
        </dd>
        <dt>{shared.created}</dt>
        <dd>
          <When at={createdAt} language={language} />
        </dd>
        {mayChange ? null : (
          <>
            <dt>{words.name}</dt>
            <dd>
              <ShownText text={name} />
            </dd>
            <dt>{words.code}</dt>
            <dd>{providerCode === null ? words.noCode : <code>{providerCode}</code>}</dd>
          </>
        )}
      </dl>
      {mayChange ? (
        <ChangeForm frame={frame} organization={organization} state={stateOf('change')} />
      ) : (
        <p class="soft">{words.readOnly}</p>
      )}
      <section aria-labelledby="own-title">
        <h2 id="own-title">{words.own}</h2>
        <ul class="records">
          {own.map((one) => (
            <OwnOrganization frame={frame} organization={one} key={one.id} />
          ))}
        </ul>
      </section>
      {frame.account.isVerified ? <CreateForm frame={frame} state={stateOf('create')} /> : null}
      {kind === 'team' && may(frame, 'organization:close') ? <Closing frame={frame} /> : null}
    </DashboardPage>
  );
}

function Closing({ frame }: Pick<Props, 'frame'>) {
  const words = ORGANIZATION[frame.shell.language].close;
  return (
    <section class="card" aria-labelledby="close-title">
      <h2 id="close-title">{words.title}</h2>
      <p>{words.about}</p>
      <a class="button button-danger" href={dashboardPath(frame, 'organization/close')}>
        {words.submit}
      </a>
    </section>
  );
}

interface FormProps {
  frame: DashboardFrame;
  state: FormState;
}

function ChangeForm({ frame, organization, state }: FormProps & { organization: OrganizationView }) {
  const { language } = frame.shell;
  const words = ORGANIZATION[language];
  const form = { id: 'change', state };
  return (
    <>
      <ProblemSummary language={language} form={form} />
      <PostForm id={form.id} action={dashboardPath(frame, 'organization')} csrf={frame.csrf} does="change">
        <TextField
          form={form}
          language={language}
          name="name"
          label={words.name}
          hint={words.nameHint}
          initial={organization.name}
          autocomplete="organization"
          maxLength={100}
        />
        <TextField
          form={form}
          language={language}
          name="provider_code"
          label={words.code}
          hint={words.codeHint}
          initial={organization.providerCode ?? ''}
          maxLength={27}
          isCode
          isOptional
        />
        <button class="button">{words.save}</button>
      </PostForm>
    </>
  );
}

function OwnOrganization({ frame, organization }: { frame: DashboardFrame; organization: OrganizationView }) {
  const { language } = frame.shell;
  const words = ORGANIZATION[language];
  const shared = DASHBOARD[language];
  const { id, name, kind, role } = organization;
  const isCurrent = id === frame.organization.id;
  return (
    <li class="record">
      <div class="record-head">
        <div class="record-title">
          <ShownText text={name} />
        </div>
        <p class="badges">
          <span class="badge">{shared.organization[kind]}</span>
          {isCurrent ? <span class="badge">{words.current}</span> : null}
        </p>
      </div>
      <dl class="record-facts">
        <Fact name={words.role}>{ROLE_WORDS[language][role].name}</Fact>
        <Fact name={shared.id}>
          <code>{id}</code>
        </Fact>
      </dl>
      {isCurrent ? null : (
        <p class="record-actions">
          <a class="button button-quiet button-small" href={dashboardPath({ shell: frame.shell, org: id }, '')}>
            {words.open}
            <span class="visually-hidden">
              {' '}
              <ShownText text={name} />
            </span>
          </a>
        </p>
      )}
    </li>
  );
}

function CreateForm({ frame, state }: FormProps) {
  const { language } = frame.shell;
  const words = ORGANIZATION[language];
  const form = { id: 'create', state };
  return (
    <section class="card" id="create-organization" aria-labelledby="create-title">
      <h2 id="create-title">{words.create}</h2>
      <p>{words.createText}</p>
      <ProblemSummary language={language} form={form} />
      <PostForm id={form.id} action={dashboardPath(frame, 'organization')} csrf={frame.csrf} does="create">
        <TextField
          form={form}
          language={language}
          name="name"
          label={words.createName}
          autocomplete="organization"
          maxLength={100}
        />
        <button class="button">{words.createButton}</button>
      </PostForm>
    </section>
  );
}
