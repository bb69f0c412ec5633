import { KnownAddress, PasswordField, SelectField, TextField } from '../../kit/components/fields.tsx';
import { EMPTY_FORM, PostForm, ProblemSummary, type FormState } from '../../kit/components/form.tsx';
import { ShownText } from '../../kit/components/shown-text.tsx';
import { When } from '../../kit/components/when.tsx';
import { OWN_ACCOUNT } from './words.ts';
import { TOTP } from '../totp/words.ts';
import { DashboardPage } from '../kit/dashboard-page.tsx';
import { dashboardPath, type DashboardFrame } from '../kit/frame.ts';
import { StateBadge } from '../kit/parts.tsx';
import { RIGHTS } from '../rights/words.ts';
import { YourData } from '../rights/your-data.tsx';

export interface AccountView {
  readonly email: string;
  readonly isVerified: boolean;
  readonly name: string;
  readonly language: 'en' | 'zh-CN';
  readonly passwordChangedAt: string | null;
  readonly hasTotp: boolean;
  readonly recoveryCodesLeft: number;
}

/** The form that was sent last, or none of them when its state is empty. */
export interface SentAccountForm {
  readonly form: 'profile' | 'password';
  readonly state: FormState;
}

interface Props {
  frame: DashboardFrame;
  account: AccountView;
  sent: SentAccountForm;
}

/** With this many or fewer recovery codes left, the page suggests new ones. */
const FEW_CODES = 3;

export function AccountPage({ frame, account, sent }: Props) {
  const { language } = frame.shell;
  const words = OWN_ACCOUNT[language];
  const { email, isVerified } = account;
  const stateOf = (form: SentAccountForm['form']): FormState => (sent.form === form ? sent.state : EMPTY_FORM);
  return (
    <DashboardPage frame={frame} title={words.title} lead={words.lead} state={sent.state} scripts={['password.js']}>
      <dl class="facts">
        <dt>{words.email}</dt>
        <dd>
          <ShownText text={email} />{' '}
          <StateBadge tone={isVerified ? 'good' : 'neutral'}>
            {isVerified ? words.verified : words.unverified}
          </StateBadge>
        </dd>
      </dl>
      <p>
        <a class="button button-quiet" href={dashboardPath(frame, 'account/email')}>
          {RIGHTS[language].email.title}
        </a>
      </p>
      <ProfileForm frame={frame} account={account} state={stateOf('profile')} />
      <PasswordForm frame={frame} account={account} state={stateOf('password')} />
      <SecondFactor frame={frame} account={account} />
      <YourData frame={frame} />
    </DashboardPage>
  );
}

interface FormSectionProps extends Pick<Props, 'frame' | 'account'> {
  state: FormState;
}

function ProfileForm({ frame, account, state }: FormSectionProps) {
  const { language } = frame.shell;
  const words = OWN_ACCOUNT[language];
  const form = { id: 'profile', state };
  return (
    <section class="card" aria-labelledby="profile-title">
      <h2 id="profile-title">{words.profile}</h2>
      <ProblemSummary language={language} form={form} />
      <PostForm id={form.id} action={dashboardPath(frame, 'account')} csrf={frame.csrf} does="profile">
        <TextField
          form={form}
          language={language}
          name="name"
          label={words.name}
          hint={words.nameHint}
          initial={account.name}
          autocomplete="name"
          maxLength={100}
        />
        <SelectField
          form={form}
          language={language}
          name="language"
          label={words.language}
          initial={account.language}
          options={[
            { value: 'en', label: words.languages.en },
            { value: 'zh-CN', label: words.languages['zh-CN'] },
          ]}
        />
        <button class="button">{words.save}</button>
      </PostForm>
    </section>
  );
}

function PasswordForm({ frame, account, state }: FormSectionProps) {
  const { language } = frame.shell;
  const words = OWN_ACCOUNT[language];
  const form = { id: 'password', state };
  return (
    <section class="card" aria-labelledby="password-title">
      <h2 id="password-title">{words.password}</h2>
      <p>{words.passwordText}</p>
      {account.passwordChangedAt === null ? null : (
        <p class="soft">
          {words.passwordSince} <When at={account.passwordChangedAt} language={language} />
        </p>
      )}
      <ProblemSummary language={language} form={form} />
      <PostForm id={form.id} action={dashboardPath(frame, 'account')} csrf={frame.csrf} does="password">
        <KnownAddress email={account.email} />
        <PasswordField
          form={form}
          language={language}
          name="current_password"
          label={words.currentPassword}
          autocomplete="current-password"
        />
        <PasswordField
          form={form}
          language={language}
          name="new_password"
          label={words.newPassword}
          hint={words.newPasswordHint}
          autocomplete="new-password"
        />
        <button class="button">{words.changePassword}</button>
      </PostForm>
    </section>
  );
}

function SecondFactor({ frame, account }: Pick<Props, 'frame' | 'account'>) {
  const { language } = frame.shell;
  const words = TOTP[language];
  const { hasTotp, isVerified, recoveryCodesLeft } = account;
  return (
    <section class="card" aria-labelledby="totp-title">
      <h2 id="totp-title">{words.heading}</h2>
      <p>{hasTotp ? words.on : words.off}</p>
      {hasTotp ? (
        <>
          <p>
            {words.recoveryLeft(recoveryCodesLeft)} {recoveryCodesLeft <= FEW_CODES ? words.recoveryFew : null}
          </p>
          <a class="button button-danger" href={dashboardPath(frame, 'account/totp/disable')}>
            {words.disable}
          </a>
        </>
      ) : isVerified ? (
        <a class="button" href={dashboardPath(frame, 'account/totp')}>
          {words.begin}
        </a>
      ) : (
        <p class="soft">{words.needsEmail}</p>
      )}
    </section>
  );
}
