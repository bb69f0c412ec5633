import type { ComponentChildren } from 'preact';
import { AuthenticationFields } from '../../kit/components/authentication-fields.tsx';
import { PostForm, ProblemSummary, type FormState } from '../../kit/components/form.tsx';
import { DASHBOARD } from './words.ts';
import { DashboardPage } from './dashboard-page.tsx';
import type { DashboardFrame } from './frame.ts';

interface Props {
  frame: DashboardFrame;
  title: string;
  text: string;
  /** What the step is about. */
  subject: ComponentChildren;
  action: string;
  /** Where "Cancel" leads. */
  back: string;
  button: string;
  isDanger?: boolean;
  state: FormState;
  /** The password is asked for, and the second factor where there is one. */
  asksPassword?: boolean;
  /** The second factor is asked for, whatever was given before. */
  asksCode?: boolean;
  /** What else there is to know, before the form. */
  about?: ComponentChildren;
  /** What else is asked; its names begin with `confirm-`. */
  children?: ComponentChildren;
}

/** Asks once more before something that cannot be undone, or says what else is needed for it. */
export function ConfirmPage(props: Props) {
  const { frame, title, text, subject, action, back, button, isDanger = true, state } = props;
  const { asksPassword = false, asksCode = false } = props;
  const { language } = frame.shell;
  const words = DASHBOARD[language];
  const form = { id: 'confirm', state };
  return (
    <DashboardPage frame={frame} title={title} state={state} scripts={asksPassword ? ['password.js'] : []}>
      <ProblemSummary language={language} form={form} />
      <p class="lead">{subject}</p>
      <p>{text}</p>
      {props.about}
      <PostForm id={form.id} action={action} csrf={frame.csrf}>
        {props.children}
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
            {words.cancel}
          </a>
        </div>
      </PostForm>
    </DashboardPage>
  );
}
