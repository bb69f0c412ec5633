import { TextField } from '../../kit/components/fields.tsx';
import type { FormState } from '../../kit/components/form.tsx';
import { ShownText } from '../../kit/components/shown-text.tsx';
import { DASHBOARD } from '../words.ts';
import { RIGHTS } from './words.ts';
import { ConfirmPage } from '../kit/confirm-page.tsx';
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
  state: FormState;
  asksPassword: boolean;
}

/** Says exactly what goes and what stays, and asks for the address once more; or says what has to be done first. */
export function DeleteAccountPage({ frame, plan, state, asksPassword }: Props) {
  const { language } = frame.shell;
  const words = RIGHTS[language];
  const blocking = plan.organizations.filter(({ fate }) => fate === 'needs_owner');
  if (plan.isLastAdministrator || blocking.length > 0) {
    return (
      <DashboardPage frame={frame} title={words.delete.title}>
        {plan.isLastAdministrator ? <p class="notice tone-bad">{words.delete.lastAdministrator}</p> : null}
        {blocking.length === 0 ? null : <p class="notice tone-bad">{words.delete.blocked}</p>}
        <Organizations frame={frame} organizations={blocking} />
      </DashboardPage>
    );
  }
  const form = { id: 'confirm', state };
  return (
    <ConfirmPage
      frame={frame}
      title={words.delete.title}
      subject={<ShownText text={frame.account.email} />}
      text={words.delete.text}
      action={dashboardPath(frame, 'account/delete')}
      back={dashboardPath(frame, 'account')}
      button={words.delete.submit}
      state={state}
      asksPassword={asksPassword}
      about={<WhatHappens frame={frame} plan={plan} />}
    >
      <CredentialsChoice form={form} language={language} label={words.credentials.label} />
      <TextField
        form={form}
        language={language}
        name="address"
        label={words.delete.address}
        inputMode="email"
        maxLength={320}
        isCode
      />
    </ConfirmPage>
  );
}

function WhatHappens({ frame, plan }: Pick<Props, 'frame' | 'plan'>) {
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
