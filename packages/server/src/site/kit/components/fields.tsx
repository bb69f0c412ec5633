import type { PartialInputHTMLAttributes } from 'preact';
import { FORM_WORDS } from '../words/form.ts';
import { fieldAttributes, FieldFrame, fieldId, type FieldProps } from './form.tsx';

interface TextFieldProps extends FieldProps {
  type?: 'text' | 'email' | 'search' | 'date';
  autocomplete?: string;
  inputMode?: 'text' | 'numeric' | 'email';
  maxLength?: number;
  /** Shown when the form has no value of its own yet. */
  initial?: string;
  isCode?: boolean;
}

/** One line of text. */
export function TextField(props: TextFieldProps) {
  const { form, name, type = 'text', autocomplete = 'off', inputMode, maxLength, initial = '', isCode } = props;
  return (
    <FieldFrame {...props}>
      <Line
        type={type}
        attributes={{
          ...fieldAttributes(props),
          class: isCode === true ? 'input mono' : 'input',
          value: form.state.values[name] ?? initial,
          autocomplete,
          inputMode,
          maxLength,
          ...(type === 'email' || isCode === true ? { spellcheck: false, autocapitalize: 'none' } : {}),
        }}
      />
    </FieldFrame>
  );
}

/** A mail address. */
export function EmailField(props: Pick<TextFieldProps, 'form' | 'language' | 'label' | 'autocomplete'>) {
  return <TextField {...props} name="email" type="email" inputMode="email" maxLength={254} />;
}

interface LineProps {
  type: NonNullable<TextFieldProps['type']>;
  attributes: Omit<PartialInputHTMLAttributes<HTMLInputElement>, 'role' | 'type'>;
}

/** Each type by itself: what an input may be called depends on its type. */
function Line({ type, attributes }: LineProps) {
  switch (type) {
    case 'text':
      return <input {...attributes} type="text" />;
    case 'email':
      return <input {...attributes} type="email" />;
    case 'search':
      return <input {...attributes} type="search" />;
    case 'date':
      return <input {...attributes} type="date" />;
  }
}

/** A password: never filled in by us. The button that shows it works with script alone, and is hidden without. */
export function PasswordField(props: FieldProps & { autocomplete: 'current-password' | 'new-password' }) {
  const { form, name, autocomplete, language } = props;
  const words = FORM_WORDS[language].password;
  return (
    <FieldFrame {...props}>
      <span class="password">
        <input
          {...fieldAttributes(props)}
          class="input"
          type="password"
          autocomplete={autocomplete}
          spellcheck={false}
          autocapitalize="none"
        />
        <button
          type="button"
          class="button button-quiet"
          hidden
          data-password={fieldId(form, name)}
          data-hide={words.hide}
          data-hide-label={words.hideLabel}
          aria-label={words.showLabel}
        >
          {words.show}
        </button>
      </span>
    </FieldFrame>
  );
}

/** Whose password is set: nobody sees it but programs that keep passwords. */
export function KnownAddress({ email }: { email: string }) {
  return (
    <input
      class="visually-hidden"
      type="email"
      name="username"
      value={email}
      autocomplete="username"
      readonly
      tabIndex={-1}
      aria-hidden="true"
    />
  );
}

export interface Option {
  value: string;
  label: string;
}

/** One of a few. */
export function SelectField(props: FieldProps & { options: readonly Option[]; initial?: string }) {
  const { form, name, options, initial } = props;
  const chosen = form.state.values[name] ?? initial;
  return (
    <FieldFrame {...props}>
      <select {...fieldAttributes(props)} class="input">
        {options.map(({ value, label }) => (
          <option value={value} selected={value === chosen} key={value}>
            {label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}

/** Several lines of text. */
export function TextArea(props: FieldProps & { rows?: number; maxLength?: number; isCode?: boolean }) {
  const { form, name, rows = 3, maxLength, isCode } = props;
  return (
    <FieldFrame {...props}>
      <textarea
        {...fieldAttributes(props)}
        class={isCode === true ? 'input mono' : 'input'}
        rows={rows}
        maxLength={maxLength}
        {...(isCode === true ? { spellcheck: false } : {})}
      >
        {form.state.values[name] ?? ''}
      </textarea>
    </FieldFrame>
  );
}

interface CheckboxesProps extends FieldProps {
  options: readonly Option[];
  /** Names of those that are ticked. */
  chosen: ReadonlySet<string>;
}

/** Any number of a few: each box is a field of its own, `<name>.<value>`. */
export function Checkboxes({ form, name, label, hint, options, chosen }: CheckboxesProps) {
  const id = fieldId(form, name);
  const problem = form.state.problems.find(({ field }) => field === name);
  return (
    <fieldset class="field" id={id} tabIndex={-1} aria-describedby={hint === undefined ? undefined : `${id}-hint`}>
      <legend>{label}</legend>
      {hint === undefined ? null : (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {problem === undefined ? null : <p class="problem">{problem.text}</p>}
      {options.map(({ value, label: text }) => (
        <label class="check" key={value}>
          <input type="checkbox" name={`${name}.${value}`} checked={chosen.has(value)} />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  );
}
