import type { ComponentChildren } from 'preact';
import { AuthenticationFields } from '../../kit/components/authentication-fields.tsx';
import { PostForm, ProblemSummary, type FormProps } from '../../kit/components/form.tsx';
import { DASHBOARD } from './words.ts';
import { DashboardPage } from './dashboard-page.tsx';
import type { DashboardFrame } from './frame.ts';

/** What the page says about a step that needs to be confirmed. */
export interface Step {
  readonly title: string;
  /** What the step is about. */
  readonly subject: ComponentChildren;
  readonly text: string;
  readonly button: string;
  readonly isDanger?: boolean;
  /** The second factor is required even right after signing in. */
  readonly asksCode?: boolean;
  /** More to know before the form. */
  readonly about?: ComponentChildren;
  /** More fields of the form. */
  readonly asks?: ComponentChildren;
}

interface Props {
  frame: DashboardFrame;
  step: Step;
  form: FormProps;
  action: string;
  /** Where "Cancel" leads. */
  back: string;
  /** The password is required, and the second factor if the account has one. */
  asksPassword: boolean;
}

/** Asks once more before something happens, or asks for what else it needs. */
export function ConfirmPage({ frame, step, form, action, back, asksPassword }: Props) {
  const { title, text, subject, button, isDanger = true, asksCode = false, about, asks } = step;
  const { language } = frame.shell;
  return (
    <DashboardPage frame={frame} title={title} state={form.state} scripts={asksPassword ? ['password.js'] : []}>
      <ProblemSummary language={language} form={form} />
      <p class="lead">{subject}</p>
      <p>{text}</p>
      {about}
      <PostForm id={form.id} action={action} csrf={frame.csrf}>
        {asks}
        {asksPassword || asksCode ? (
          <AuthenticationFields
            form={form}
            language={language}
            asksPassword={asksPassword}
            asksCode={asksCode || frame.account.hasSecondFactor}
          />
        ) : null}
        <div class="button-row">
          <button class={isDanger ? 'button button-danger' : 'button'}>{button}</button>
          <a class="button button-quiet" href={back}>
            {DASHBOARD[language].cancel}
          </a>
        </div>
      </PostForm>
    </DashboardPage>
  );
}
