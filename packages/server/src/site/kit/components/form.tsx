import type { ComponentChildren } from 'preact';
import { CSRF_FIELD } from '../../../shared/csrf-field.ts';
import type { Language } from '../../../shared/language.ts';
import { FORM_WORDS } from '../words/form.ts';

/** What is wrong with one field; `field` empty: with the form as a whole. */
export interface FormProblem {
  readonly field: string;
  readonly text: string;
  /** Leads on from the text, where the problem is one of the form as a whole. */
  readonly link?: { readonly href: string; readonly text: string } | undefined;
}

/** What a form shows again after it was refused. Passwords and codes are never among the values. */
export interface FormState {
  readonly values: Readonly<Record<string, string>>;
  readonly problems: readonly FormProblem[];
}

export const EMPTY_FORM: FormState = { values: {}, problems: [] };

/** A form as its fields know it: identifiers of fields begin with the form's own. */
export interface FormProps {
  id: string;
  state: FormState;
}

export function fieldId(form: Pick<FormProps, 'id'>, name: string): string {
  return `${form.id}-${name}`;
}

interface PostFormProps {
  id: string;
  action: string;
  csrf: string | null;
  /** Told apart from other forms at the same address by the hidden field `action`. */
  does?: string;
  hidden?: Readonly<Record<string, string>>;
  inline?: boolean;
  children: ComponentChildren;
}

/** A form that changes something. The server words what is wrong, in the language of the page, so the browser does not. */
export function PostForm({ id, action, csrf, does, hidden = {}, inline = false, children }: PostFormProps) {
  return (
    <form id={id} class={inline ? 'form-inline' : 'form'} method="post" action={action} noValidate>
      {csrf === null ? null : <input type="hidden" name={CSRF_FIELD} value={csrf} />}
      {does === undefined ? null : <input type="hidden" name="action" value={does} />}
      {Object.entries(hidden).map(([name, value]) => (
        <input type="hidden" name={name} value={value} key={name} />
      ))}
      {children}
    </form>
  );
}

/** What was wrong, all of it, at the place that takes the focus. */
export function ProblemSummary({ language, form }: { language: Language; form: FormProps }) {
  const { problems } = form.state;
  if (problems.length === 0) return null;
  const box = {
    class: 'notice tone-bad problem-summary',
    id: `${form.id}-problems`,
    tabIndex: -1,
    autoFocus: true,
  };
  if (problems.every(({ field }) => field === '')) {
    return (
      <div {...box}>
        {problems.map(({ text, link }) => (
          <p key={text}>
            {text}
            {link === undefined ? null : (
              <>
                {' '}
                <a href={link.href}>
                  <bdi>{link.text}</bdi>
                </a>
              </>
            )}
          </p>
        ))}
      </div>
    );
  }
  return (
    <div {...box}>
      <h2>{FORM_WORDS[language].title}</h2>
      <ul>
        {problems.map(({ field, text }) => (
          <li key={`${field} ${text}`}>{field === '' ? text : <a href={`#${fieldId(form, field)}`}>{text}</a>}</li>
        ))}
      </ul>
    </div>
  );
}

export interface FieldProps {
  form: FormProps;
  name: string;
  label: string;
  hint?: ComponentChildren;
  isOptional?: boolean;
  /** One of two ways: neither is needed, and neither is called optional. */
  isAlternative?: boolean;
  language: Language;
}

/** What ties an input to its hint and to what is wrong with it. */
export function fieldAttributes(props: Omit<FieldProps, 'label' | 'language'>) {
  const { form, name, hint, isOptional = false, isAlternative = false } = props;
  const id = fieldId(form, name);
  const isWrong = problemOf(form, name) !== undefined;
  const described = [hint === undefined ? [] : [`${id}-hint`], isWrong ? [`${id}-problem`] : []].flat();
  return {
    id,
    name,
    required: !isOptional && !isAlternative,
    ...(isWrong ? { 'aria-invalid': true } : {}),
    ...(described.length === 0 ? {} : { 'aria-describedby': described.join(' ') }),
  };
}

export function problemOf({ state }: FormProps, name: string): FormProblem | undefined {
  return state.problems.find(({ field }) => field === name);
}

/** Label, hint and problem around an input. */
export function FieldFrame({ form, name, label, hint, isOptional, language, children }: FieldFrameProps) {
  const id = fieldId(form, name);
  const problem = problemOf(form, name);
  return (
    <div class="field">
      <label for={id}>
        {label}
        {isOptional === true ? <span class="optional">{FORM_WORDS[language].optional}</span> : null}
      </label>
      {hint === undefined ? null : (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {problem === undefined ? null : (
        <p class="problem" id={`${id}-problem`}>
          {problem.text}
        </p>
      )}
      {children}
    </div>
  );
}

interface FieldFrameProps extends FieldProps {
  children: ComponentChildren;
}
