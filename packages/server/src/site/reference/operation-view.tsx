import type { Language } from '../../shared/language.ts';
import { CodeBlock } from '../kit/code/code-block.tsx';
import { Samples } from '../kit/code/samples.tsx';
import { REFERENCE, type ReferenceWords } from './words.ts';
import { CodeMarks, DescriptionText } from './description-text.tsx';
import { operationAnchor, PLACES, type Access, type Answer, type Content, type Operation } from './model.ts';
import { UNCODED_REFUSAL } from './schema-homes.ts';
import { SchemaLink } from './schema-link.tsx';
import { FieldList, TypeView } from './shape-view.tsx';

interface Props {
  operation: Operation;
  language: Language;
}

/** One operation: closed it is a line of the list of all, open it tells everything. */
export function OperationView({ operation, language }: Props) {
  const words = REFERENCE[language];
  return (
    <details class="operation" id={operationAnchor(operation.id)}>
      <summary>
        <OperationName operation={operation} />
      </summary>
      <div class="operation-body row">
        <div class="row-text">
          <DescriptionText text={operation.description} />
          <AccessList access={operation.access} words={words} />
          {PLACES.filter((place) => operation.parameters[place].length > 0).map((place) => (
            <section key={place}>
              <h3>{words.parameters[place]}</h3>
              <FieldList fields={operation.parameters[place]} words={words} direction="sent" />
            </section>
          ))}
          <RequestBody body={operation.body} words={words} />
          <section>
            <h3>{words.answers}</h3>
            {operation.answers.map((answer) => (
              <AnswerView answer={answer} words={words} key={answer.status} />
            ))}
          </section>
          <Refusals operation={operation} language={language} />
        </div>
        <Examples operation={operation} language={language} />
      </div>
    </details>
  );
}

/** A call and what it may answer, beside the description where there is room. */
function Examples({ operation: { id, examples, answerExample }, language }: Props) {
  const words = REFERENCE[language];
  return (
    <section class="row-code">
      <h3>{words.example}</h3>
      <Samples id={`${id}-call`} samples={examples} language={language} />
      {answerExample === null ? null : (
        <CodeBlock
          id={`${id}-answer`}
          code={answerExample}
          syntax="json"
          language={language}
          title={words.answerExample}
        />
      )}
    </section>
  );
}

/** How an operation is called, and what it is for. */
export function OperationName({ operation }: Pick<Props, 'operation'>) {
  return (
    <>
      <span class={`method method-${operation.method.toLowerCase()}`}>{operation.method}</span>{' '}
      <code class="path">{operation.path}</code>{' '}
      <span class="operation-summary" lang="en">
        {operation.summary}
      </span>
    </>
  );
}

function AccessList({ access, words }: { access: readonly Access[]; words: ReferenceWords }) {
  return (
    <section>
      <h3>{words.access.title}</h3>
      <ul>
        {access.map(({ scheme, needs }) => (
          <li key={scheme}>
            {accessText(scheme, needs, words)}
            {needs === null || needs === 'administrator' ? null : (
              <>
                {' '}
                <code>{needs}</code>
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function accessText(scheme: Access['scheme'], needs: string | null, { access }: ReferenceWords): string {
  if (scheme !== 'session') return access[scheme];
  if (needs === null) return access.session;
  return needs === 'administrator' ? access.administrator : access.member;
}

function RequestBody({ body, words }: { body: Operation['body']; words: ReferenceWords }) {
  if (body === null) return null;
  return (
    <section>
      <h3>{words.body}</h3>
      <p>
        <code>{body.type}</code>
        {body.isRequired ? null : ` · ${words.optionalBody}`}
      </p>
      <FieldList fields={body.shape.fields} words={words} direction="sent" />
    </section>
  );
}

function AnswerView({ answer, words }: { answer: Answer; words: ReferenceWords }) {
  return (
    <div class="answer">
      <p>
        <strong>{answer.status}</strong>{' '}
        <span lang="en">
          <CodeMarks text={answer.description} />
        </span>
        {answer.contents.length === 0 ? ` · ${words.noContent}` : null}
      </p>
      {answer.contents.map((content) => (
        <ContentView content={content} words={words} key={content.type} />
      ))}
      {answer.headers.length === 0 ? null : (
        <>
          <p>{words.headers}</p>
          <dl class="fields">
            {answer.headers.map(({ name, description }) => (
              <div key={name}>
                <dt>
                  <code>{name}</code>
                </dt>
                <dd>
                  <DescriptionText text={description} />
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </div>
  );
}

function ContentView({ content, words }: { content: Content; words: ReferenceWords }) {
  const { type, shape } = content;
  return (
    <>
      <p>
        <code>{type}</code> · {shape === null ? words.types.bytes : <TypeView shape={shape} words={words} />}
      </p>
      {shape === null || shape.fields.length === 0 ? null : (
        <FieldList fields={shape.fields} words={words} direction="answered" />
      )}
    </>
  );
}

/** What every operation may answer is said once, for all of them. */
const isOfThis = ({ status }: Operation['refusals'][number]): boolean => status !== 'default';
/** Relative to the page of a group: there are more than a thousand of these links. */
const ERRORS_PAGE = '../errors';

/** The codes lead to what each means. */
function Refusals({ operation, language }: Props) {
  const words = REFERENCE[language];
  return (
    <section>
      <h3>{words.errors}</h3>
      <dl class="refusals">
        {operation.refusals.filter(isOfThis).map(({ status, codes }) => (
          <div key={status}>
            <dt>{status}</dt>
            <dd>
              {codes.length === 0 ? (
                <SchemaLink name={UNCODED_REFUSAL} />
              ) : (
                codes.map((code) => (
                  <a href={`${ERRORS_PAGE}#${code}`} key={code}>
                    {code}
                  </a>
                ))
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
