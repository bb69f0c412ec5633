import type { PageAnswer, PageRoute } from '../../../http/page-route.ts';
import { AccountPage, type SentAccountForm } from './page.tsx';
import {
  accountBody,
  changePassword,
  countRecoveryCodes,
  getAccount,
  passwordBody,
  updateAccount,
} from '../../../features/accounts/index.ts';
import { UNTOUCHED, type ShownForm } from '../../kit/form-page.ts';
import { typedValues } from '../../kit/read-form.ts';
import { privatePage } from '../../kit/site.ts';
import { dashboardForms, sentForm } from '../kit/form.ts';
import type { Dashboard, Visit } from '../kit/visit.ts';

/** The account itself: name, email language, password, and the state of the second factor. */
export function ownAccountPages(dashboard: Dashboard): PageRoute[] {
  const { accounts } = dashboard.services;
  const profile = sentForm({
    fields: ['name', 'language'],
    schema: accountBody,
    run: async (change, { caller, done }) => {
      await updateAccount(accounts, caller, change);
      return done('account', 'account_saved');
    },
    page: (visit, shown) => accountPage(dashboard, visit, 'profile', shown),
  });
  const password = sentForm({
    fields: [],
    schema: passwordBody,
    input: (form) => typedValues(form, ['current_password', 'new_password']),
    run: async ({ current_password: current, new_password: wanted }, { caller, done }) => {
      await changePassword(accounts, caller, { current, wanted });
      return done('account', 'password_changed');
    },
    page: (visit, shown) => accountPage(dashboard, visit, 'password', shown),
  });
  return dashboardForms(dashboard, {
    path: 'account',
    permission: 'organization:read',
    recent: 'never',
    page: (visit) => accountPage(dashboard, visit, 'profile', UNTOUCHED),
    choose: ({ context }) => (context.form.get('action') === 'password' ? password : profile),
  });
}

async function accountPage(
  { services }: Dashboard,
  { frame, caller }: Visit,
  form: SentAccountForm['form'],
  { state, answer }: ShownForm,
): Promise<PageAnswer> {
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
    <AccountPage frame={frame} account={account} sent={{ form, state }} />,
    frame.shell.language,
    answer,
  );
}
