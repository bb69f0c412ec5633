import type { ComponentChildren } from 'preact';
import { AuthenticationFields } from '../../kit/components/authentication-fields.tsx';
import { PostForm, ProblemSummary, type FormProps } from '../../kit/components/form.tsx';
import { pagePath } from '../../kit/site-map.ts';
import { ADMIN } from './words.ts';
import { DASHBOARD } from '../../dashboard/kit/words.ts';
import { AdminPage, type AdminFrame } from './admin-page.tsx';

/** What the page says about a change, and what it asks for. */
export interface AdminStep {
  readonly words: Readonly<Record<'title' | 'text' | 'button', string>>;
  /** What is changed, such as the name of an organization. */
  readonly subject?: ComponentChildren;
  readonly isDanger?: boolean;
  /** More to know before the form. */
  readonly about?: ComponentChildren;
  /** The fields of the form. */
  readonly asks?: ComponentChildren;
}

interface Props {
  frame: AdminFrame;
  step: AdminStep;
  form: FormProps;
  action: string;
  back: string;
}

/** Asks for confirmation before a change that affects others immediately. */
export function AdminStepPage({ frame, step, form, action, back }: Props) {
  const { words, subject, isDanger = false, about, asks } = step;
  const { language } = frame.shell;
  return (
    <AdminPage frame={frame} title={words.title} state={form.state} scripts={frame.asksPassword ? ['password.js'] : []}>
      <ProblemSummary language={language} form={form} />
      {subject === undefined ? null : <p class="lead">{subject}</p>}
      <p>{words.text}</p>
      {about}
      {frame.lacksSecondFactor ? (
        <SecondFactorFirst frame={frame} back={back} />
      ) : (
        <PostForm id={form.id} action={action} csrf={frame.csrf}>
          {asks}
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
