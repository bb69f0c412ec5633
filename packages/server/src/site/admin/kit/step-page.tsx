import { AuthenticationFields } from '../../kit/components/authentication-fields.tsx';
import { TextArea } from '../../kit/components/fields.tsx';
import { PostForm, ProblemSummary, type FormState } from '../../kit/components/form.tsx';
import { ShownText } from '../../kit/components/shown-text.tsx';
import { pagePath } from '../../kit/site-map.ts';
import { ADMIN } from './words.ts';
import { DASHBOARD } from '../../dashboard/kit/words.ts';
import { AdminPage, type AdminFrame } from './admin-page.tsx';

interface Props {
  frame: AdminFrame;
  words: Readonly<Record<'title' | 'text' | 'button', string>>;
  /** The name of the organization or account. */
  subject: string;
  action: string;
  back: string;
  isDanger: boolean;
  asksReason: boolean;
  state: FormState;
}

/** Asks for confirmation before a change that affects others immediately. */
export function AdminStepPage(props: Props) {
  const { frame, words, subject, action, back, isDanger, asksReason, state } = props;
  const { language } = frame.shell;
  const { reason } = ADMIN[language];
  const form = { id: 'step', state };
  return (
    <AdminPage frame={frame} title={words.title} state={state} scripts={frame.asksPassword ? ['password.js'] : []}>
      <ProblemSummary language={language} form={form} />
      <p class="lead">
        <ShownText text={subject} />
      </p>
      <p>{words.text}</p>
      {frame.lacksSecondFactor ? <SecondFactorFirst frame={frame} back={back} /> : null}
      {frame.lacksSecondFactor ? null : (
        <PostForm id={form.id} action={action} csrf={frame.csrf}>
          {asksReason ? (
            <TextArea
              form={form}
              language={language}
              name="reason"
              label={reason.label}
              hint={reason.hint}
              maxLength={500}
            />
          ) : null}
          {frame.asksPassword ? (
            <AuthenticationFields form={form} language={language} asksCode={frame.hasSecondFactor} />
          ) : null}
          <div class="button-row">
            <button class={isDanger ? 'button button-danger' : 'button'}>{words.button}</button>
            <a class="button button-quiet" href={back}>
              {DASHBOARD[language].cancel}
            </a>
          </div>
        </PostForm>
      )}
    </AdminPage>
  );
}

/** Explains why there is no form, and what to do about it. */
function SecondFactorFirst({ frame, back }: Pick<Props, 'frame' | 'back'>) {
  const { language } = frame.shell;
  const words = ADMIN[language].secondFactor;
  return (
    <>
      <p class="notice tone-warning">{words.needed}</p>
      <div class="button-row">
        <a class="button" href={pagePath(language, 'dashboard/account/totp')}>
          {words.setUp}
        </a>
        <a class="button button-quiet" href={back}>
          {DASHBOARD[language].cancel}
        </a>
      </div>
    </>
  );
}
