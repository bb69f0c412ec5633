import type { PageAnswer, PageRoute } from '../../../http/page-route.ts';
import { AccountPage, type RefusedForm } from './page.tsx';
import {
  accountBody,
  changePassword,
  countRecoveryCodes,
  getAccount,
  passwordBody,
  updateAccount,
} from '../../../features/accounts/index.ts';
import { formState, readForm, tryForm, typedValues } from '../../kit/read-form.ts';
import { privatePage } from '../../kit/site.ts';
import { explainRefusal } from '../../kit/recent.ts';
import { dashboardRoute, type Dashboard, type Visit } from '../kit/visit.ts';

/** The account itself: name, language of mails, password, and the state of the second factor. */
export function ownAccountPages(dashboard: Dashboard): PageRoute[] {
  const route = { path: 'account', permission: 'organization:read' } as const;
  return [
    ...dashboardRoute(dashboard, { ...route, method: 'GET', handler: (visit) => accountPage(dashboard, visit) }),
    ...dashboardRoute(dashboard, {
      ...route,
      method: 'POST',
      recent: 'never',
      handler: (visit) => change(dashboard, visit),
    }),
  ];
}

interface Refusal extends RefusedForm {
  status: number;
}

async function accountPage({ services }: Dashboard, visit: Visit, refused?: Refusal): Promise<PageAnswer> {
  const { frame, caller } = visit;
  const row = await getAccount(services.db, caller.accountId);
  const account = {
    email: row.email,
    isVerified: row.email_verified_at !== null,
    name: row.name,
    language: row.language,
    passwordChangedAt: row.password_changed_at?.toISOString() ?? null,
    hasTotp: row.totp_enabled_at !== null,
    recoveryCodesLeft: await countRecoveryCodes(services.db, row.id),
  };
  return privatePage(
    <AccountPage frame={frame} account={account} refused={refused ?? null} />,
    frame.shell.language,
    refused === undefined ? {} : { status: refused.status },
  );
}

async function change(dashboard: Dashboard, visit: Visit): Promise<PageAnswer> {
  return visit.context.form.get('action') === 'password' ? newPassword(dashboard, visit) : newProfile(dashboard, visit);
}

async function newProfile(dashboard: Dashboard, visit: Visit): Promise<PageAnswer> {
  const { context, caller, done } = visit;
  const typed = typedValues(context.form, ['name', 'language']);
  const read = readForm(accountBody, typed, context.language);
  if (read.kind === 'bad') {
    return accountPage(dashboard, visit, { form: 'profile', status: 422, state: formState(typed, read.problems) });
  }
  await updateAccount(dashboard.services.accounts, caller, read.data);
  return done('account', 'account_saved');
}

async function newPassword(dashboard: Dashboard, visit: Visit): Promise<PageAnswer> {
  const { context, caller, done } = visit;
  const { language } = context;
  const read = readForm(passwordBody, typedValues(context.form, ['current_password', 'new_password']), language);
  const refuse = (status: number, problems: RefusedForm['state']['problems']): Promise<PageAnswer> =>
    accountPage(dashboard, visit, { form: 'password', status, state: formState({}, problems) });
  if (read.kind === 'bad') return refuse(422, read.problems);
  const { current_password: current, new_password: wanted } = read.data;
  const outcome = await tryForm(
    () => changePassword(dashboard.services.accounts, caller, { current, wanted }),
    (error) => explainRefusal(error, visit),
    language,
  );
  return outcome.kind === 'refused' ? refuse(outcome.status, outcome.problems) : done('account', 'password_changed');
}
