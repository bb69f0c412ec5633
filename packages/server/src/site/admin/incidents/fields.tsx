import { INCIDENT_COMPONENTS, INCIDENT_STATES } from '../../../shared/components.ts';
import type { Language } from '../../../shared/language.ts';
import { SelectField, TextArea, TextField } from '../../kit/components/fields.tsx';
import type { FormProps } from '../../kit/components/form.tsx';
import { STATUS_PAGE } from '../../status/words.ts';
import { ADMIN_INCIDENTS } from './words.ts';

interface Props {
  form: FormProps;
  language: Language;
}

/** What is affected, and what it is called in each language. */
export function NewIncidentFields({ form, language }: Props) {
  const words = ADMIN_INCIDENTS[language];
  const { components, incidents } = STATUS_PAGE[language];
  const title = { form, language, maxLength: 200, isOptional: true };
  return (
    <>
      <SelectField
        form={form}
        language={language}
        name="component"
        label={words.component}
        options={INCIDENT_COMPONENTS.map((value) => ({
          value,
          label: value === 'all' ? incidents.all : components[value],
        }))}
      />
      <p class="hint">{words.oneLanguage}</p>
      <TextField {...title} name="title_en" label={words.titleEn} />
      <TextField {...title} name="title_zh" label={words.titleZh} />
    </>
  );
}

/** How it stands, and what is known by now. */
export function UpdateFields({ form, language }: Props) {
  const words = ADMIN_INCIDENTS[language];
  const { states } = STATUS_PAGE[language].incidents;
  const text = { form, language, rows: 4, maxLength: 2000, isOptional: true };
  return (
    <>
      <SelectField
        form={form}
        language={language}
        name="state"
        label={words.state}
        options={INCIDENT_STATES.map((value) => ({ value, label: states[value] }))}
      />
      <TextArea {...text} name="text_en" label={words.textEn} />
      <TextArea {...text} name="text_zh" label={words.textZh} />
    </>
  );
}
