import { PasswordField, TextField } from '../../kit/components/fields.tsx';
import { PostForm, ProblemSummary, type FormState } from '../../kit/components/form.tsx';
import { DASHBOARD } from '../words.ts';
import { DashboardPage } from '../kit/dashboard-page.tsx';
import { dashboardPath, type DashboardFrame } from '../kit/frame.ts';
import { CodeBlock, Copyable } from '../kit/parts.tsx';

interface SetupProps {
  frame: DashboardFrame;
  /** Shown this once; the form carries it, so that a mistyped code does not lose it. */
  secret: string;
  /** The same for an app on this device; null after a mistyped code. */
  uri: string | null;
  state: FormState;
  asksPassword: boolean;
}

/** The secret for the app, and the code that shows that the app has it. */
export function TotpSetupPage({ frame, secret, uri, state, asksPassword }: SetupProps) {
  const { language } = frame.shell;
  const words = DASHBOARD[language];
  const form = { id: 'totp', state };
  return (
    <DashboardPage
      frame={frame}
      title={words.totp.title}
      lead={words.totp.lead}
      state={state}
      scripts={['copy.js', 'password.js']}
    >
      <ProblemSummary language={language} form={form} />
      <section class="card" aria-labelledby="totp-secret-title">
        <h2 id="totp-secret-title">{words.totp.step1}</h2>
        <p>{words.totp.step1Text}</p>
        <dl class="facts">
          <dt>{words.totp.secret}</dt>
          <dd>
            <Copyable id="totp-secret" text={secret} language={language} />
          </dd>
          {uri === null ? null : (
            <>
              <dt>{words.totp.uri}</dt>
              <dd>
                <a href={uri}>{words.totp.uriOpen}</a>
                <br />
                <code class="soft">{uri}</code>
              </dd>
            </>
          )}
        </dl>
      </section>
      <section class="card" aria-labelledby="totp-code-title">
        <h2 id="totp-code-title">{words.totp.step2}</h2>
        <PostForm
          id={form.id}
          action={dashboardPath(frame, 'account/totp')}
          csrf={frame.csrf}
          does="confirm"
          hidden={{ secret }}
        >
          <TextField
            form={form}
            language={language}
            name="code"
            label={words.totp.code}
            autocomplete="one-time-code"
            inputMode="numeric"
            maxLength={20}
            isCode
          />
          {asksPassword ? (
            <PasswordField
              form={form}
              language={language}
              name="current_password"
              label={words.confirm.password}
              hint={words.confirm.passwordHint}
              autocomplete="current-password"
            />
          ) : null}
          <button class="button">{words.totp.confirm}</button>
        </PostForm>
      </section>
    </DashboardPage>
  );
}

/** The recovery codes: on this page, and nowhere again. */
export function RecoveryCodesPage({ frame, codes }: { frame: DashboardFrame; codes: readonly string[] }) {
  const { language } = frame.shell;
  const words = DASHBOARD[language].totp;
  return (
    <DashboardPage frame={frame} title={words.doneTitle} lead={words.doneLead} scripts={['copy.js']}>
      <section class="card tone-warning secret" aria-labelledby="codes-title">
        <h2 id="codes-title">{words.codes}</h2>
        <CodeBlock id="recovery-codes" text={codes.join('\n')} label={words.codes} language={language} />
      </section>
      <p>
        <a class="button" href={dashboardPath(frame, 'account')}>
          {words.toAccount}
        </a>
      </p>
    </DashboardPage>
  );
}
