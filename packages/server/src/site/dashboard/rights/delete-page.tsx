import { TextField } from '../../kit/components/fields.tsx';
import type { FormProps } from '../../kit/components/form.tsx';
import { ShownText } from '../../kit/components/shown-text.tsx';
import { DASHBOARD } from '../kit/words.ts';
import { RIGHTS } from './words.ts';
import type { Step } from '../kit/confirm-page.tsx';
import { CredentialsChoice } from './credentials-choice.tsx';
import { DashboardPage } from '../kit/dashboard-page.tsx';
import { dashboardPath, type DashboardFrame } from '../kit/frame.ts';

export interface DeletionView {
  readonly organizations: readonly {
    readonly id: string;
    readonly name: string;
    readonly kind: 'personal' | 'team';
    readonly fate: 'closes' | 'stays' | 'needs_owner';
  }[];
  readonly isLastAdministrator: boolean;
}

interface Props {
  frame: DashboardFrame;
  plan: DeletionView;
}

export function isBlocked({ isLastAdministrator, organizations }: DeletionView): boolean {
  return isLastAdministrator || organizations.some(needsOwner);
}

/** Says what has to be done before the account can be deleted. */
export function BlockedDeletionPage({ frame, plan }: Props) {
  const words = RIGHTS[frame.shell.language].delete;
  const blocking = plan.organizations.filter(needsOwner);
  return (
    <DashboardPage frame={frame} title={words.title}>
      {plan.isLastAdministrator ? <p class="notice tone-bad">{words.lastAdministrator}</p> : null}
      {blocking.length === 0 ? null : <p class="notice tone-bad">{words.blocked}</p>}
      <Organizations frame={frame} organizations={blocking} />
    </DashboardPage>
  );
}

/** Says exactly what is deleted and what is kept, and asks for the email address once more. */
export function deletionStep(frame: DashboardFrame, plan: DeletionView, form: FormProps): Step {
  const { language } = frame.shell;
  const { credentials, delete: words } = RIGHTS[language];
  return {
    title: words.title,
    subject: <ShownText text={frame.account.email} />,
    text: words.text,
    button: words.submit,
    about: <WhatHappens frame={frame} plan={plan} />,
    asks: (
      <>
        <CredentialsChoice form={form} language={language} label={credentials.label} />
        <TextField
          form={form}
          language={language}
          name="address"
          label={words.address}
          inputMode="email"
          maxLength={320}
          isCode
        />
      </>
    ),
  };
}

function needsOwner({ fate }: DeletionView['organizations'][number]): boolean {
  return fate === 'needs_owner';
}

function WhatHappens({ frame, plan }: Props) {
  const { account, delete: words } = RIGHTS[frame.shell.language];
  return (
    <>
      <p>
        <a href={dashboardPath(frame, 'account/export')}>{account.export}</a>
      </p>
      <h2>{words.goes}</h2>
      <Items of={words.goesItems} />
      <h2>{words.organizations}</h2>
      <Organizations frame={frame} organizations={plan.organizations} />
      <h2>{words.stays}</h2>
      <Items of={words.staysItems} />
    </>
  );
}

function Items({ of }: { of: readonly string[] }) {
  return (
    <ul>
      {of.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}

function Organizations({ frame, organizations }: { frame: DashboardFrame } & Pick<DeletionView, 'organizations'>) {
  const { shell } = frame;
  const words = RIGHTS[shell.language].delete;
  return (
    <ul class="records">
      {organizations.map(({ id, name, kind, fate }) => (
        <li class="record" key={id}>
          <div class="record-head">
            <div class="record-title">
              <ShownText text={name} />
            </div>
            <p class="badges">
              <span class="badge">{DASHBOARD[shell.language].organization[kind]}</span>
            </p>
          </div>
          <p>{words.fates[fate]}</p>
          {fate === 'needs_owner' ? (
            <p class="record-actions">
              <a class="button button-quiet button-small" href={dashboardPath({ shell, org: id }, 'members')}>
                {words.members}
                <OfOrganization name={name} />
              </a>
              <a
                class="button button-danger button-small"
                href={dashboardPath({ shell, org: id }, 'organization/close')}
              >
                {words.close}
                <OfOrganization name={name} />
              </a>
            </p>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

function OfOrganization({ name }: { name: string }) {
  return (
    <span class="visually-hidden">
      {' '}
      <ShownText text={name} />
    </span>
  );
}
