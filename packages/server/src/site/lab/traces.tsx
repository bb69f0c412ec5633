import type { LabExamination } from '../../features/lab/index.ts';
import { LAB_EVIDENCE } from '../../shared/lab-vocabulary.ts';
import type { Language } from '../../shared/language.ts';
import { LAB } from './words.ts';

interface Props {
  result: LabExamination;
  language: Language;
  /** Of the result, for names that must be unique in the page. */
  name: string;
}

/** Every rule that fits, with how well it is founded and what it rests on. */
export function Traces({ result: { stages }, language, name }: Props) {
  const words = LAB[language].traces;
  const rows = stages.flatMap(({ name: stage, pipelines }) =>
    pipelines.flatMap(({ id, label, support, band_text: band, rules }) =>
      rules.map((rule, at) => ({
        key: `${id} ${rule.id}`,
        isFirst: at === 0,
        count: rules.length,
        stage,
        label,
        support,
        band,
        rule,
      })),
    ),
  );
  return (
    <section class="lab-part">
      <h4 id={`${name}-traces`}>{words.title}</h4>
      {rows.length === 0 ? (
        <p>{words.none}</p>
      ) : (
        <>
          <div class="table-scroll" tabIndex={0} role="group" aria-labelledby={`${name}-traces`}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{words.stage}</th>
                  <th scope="col">{words.pipeline}</th>
                  <th scope="col">{words.support}</th>
                  <th scope="col">{words.rule}</th>
                  <th scope="col">{words.grade}</th>
                  <th scope="col">{words.sources}</th>
                  <th scope="col">{words.observations}</th>
                </tr>
              </thead>
              <tbody>
                {rows.map(({ key, isFirst, count, stage, label, support, band, rule }) => (
                  <tr key={key}>
                    {isFirst ? (
                      <>
                        <td rowSpan={count}>{stage}</td>
                        <td rowSpan={count}>{label}</td>
                        <td rowSpan={count}>
                          {support} <span class="soft">({band})</span>
                        </td>
                      </>
                    ) : null}
                    <td>
                      <code>{rule.id}</code> <span class="soft">{rule.weight}</span>
                    </td>
                    <td>{gradeWord(rule.evidence, language)}</td>
                    <td>{rule.sources.join(', ')}</td>
                    <td>{rule.observations.join(', ')}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <p class="soft">{words.note}</p>
        </>
      )}
    </section>
  );
}

function gradeWord(evidence: string, language: Language): string {
  const grade = LAB_EVIDENCE.find((one) => one === evidence);
  return grade === undefined ? evidence : LAB[language].grades[grade];
}
