import { AuthenticationFields } from '../../kit/components/authentication-fields.tsx';
import { TextField } from '../../kit/components/fields.tsx';
import { PostForm, ProblemSummary, type FormState } from '../../kit/components/form.tsx';
import { QrCode } from '../../kit/components/qr-code.tsx';
import { TOTP } from './words.ts';
import { DashboardPage } from '../kit/dashboard-page.tsx';
import { dashboardPath, type DashboardFrame } from '../kit/frame.ts';
import { CodeBlock, Copyable } from '../kit/parts.tsx';

interface SetupProps {
  frame: DashboardFrame;
  /** Shown only once. The form carries it, so that it survives a mistyped code. */
  secret: string;
  /** The same for an app on this device; null after a mistyped code. */
  uri: string | null;
  state: FormState;
  asksPassword: boolean;
}

/** The secret for the app, and the code that proves the app has it. */
export function TotpSetupPage({ frame, secret, uri, state, asksPassword }: SetupProps) {
  const { language } = frame.shell;
  const words = TOTP[language];
  const form = { id: 'totp', state };
  return (
    <DashboardPage
      frame={frame}
      title={words.title}
      lead={words.lead}
      state={state}
      scripts={['copy.js', 'password.js']}
    >
      <ProblemSummary language={language} form={form} />
      <section class="card" aria-labelledby="totp-secret-title">
        <h2 id="totp-secret-title">{words.step1}</h2>
        <p>{words.step1Text}</p>
        {uri === null ? null : <QrCode text={uri} label={words.qr} />}
        <dl class="facts">
          <dt>{words.secret}</dt>
          <dd>
            <Copyable id="totp-secret" text={secret} language={language} />
          </dd>
          {uri === null ? null : (
            <>
              <dt>{words.uri}</dt>
              <dd>
                <a href={uri}>{words.uriOpen}</a>
                <br />
                <code class="soft">{uri}</code>
              </dd>
            </>
          )}
        </dl>
      </section>
      <section class="card" aria-labelledby="totp-code-title">
        <h2 id="totp-code-title">{words.step2}</h2>
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
            label={words.code}
            autocomplete="one-time-code"
            inputMode="numeric"
            maxLength={20}
            isCode
          />
          {asksPassword ? <AuthenticationFields form={form} language={language} asksCode={false} /> : null}
          <button class="button">{words.confirm}</button>
        </PostForm>
      </section>
    </DashboardPage>
  );
}

/** The recovery codes, which are never shown again. */
export function RecoveryCodesPage({ frame, codes }: { frame: DashboardFrame; codes: readonly string[] }) {
  const { language } = frame.shell;
  const words = TOTP[language];
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
