import type { Fen } from '../../shared/fen.ts';
import type { Language } from '../../shared/language.ts';
import { OPERATIONS, type BoundedOperation } from '../../shared/operations.ts';
import { ScrollTable } from '../kit/components/scroll-table.tsx';
import { Document } from '../kit/document.tsx';
import { formatMoney } from '../kit/format-money.ts';
import type { Shell } from '../kit/shell.ts';
import { pagePath } from '../kit/site-map.ts';
import { PRICING } from './words.ts';
import { formatNumber } from '../kit/format-number.ts';

/** A plan as it is offered. */
export interface PricedPlan {
  readonly code: string;
  readonly name: string;
  /** A month; null: by contract. */
  readonly price: Fen | null;
  readonly includes: readonly PlanPart[];
  /** Whether more than it includes can be bought. */
  readonly sellsMore: boolean;
}

export interface PlanPart {
  readonly operation: BoundedOperation;
  /** Null: no bound. */
  readonly limit: number | null;
  /** The price of a block of more units; null: none are sold. */
  readonly blockPrice: Fen | null;
}

interface Props {
  shell: Shell;
  plans: readonly PricedPlan[];
  /** How many more units one price buys. */
  blockUnits: number;
}

/** What it costs, from the plans that are for sale at this moment. */
export function PricingPage({ shell, plans, blockUnits }: Props) {
  const { language } = shell;
  const words = PRICING[language];
  return (
    <Document
      shell={shell}
      head={{
        title: words.title,
        description: words.description,
        path: 'pricing',
        isPublic: true,
        section: 'pricing',
        width: 'wide',
      }}
    >
      <h1>{words.title}</h1>
      <p class="lead">{words.lead}</p>
      <ul class="plans">
        {plans.map((plan) => (
          <PlanCard plan={plan} language={language} key={plan.code} />
        ))}
      </ul>
      <h2>{words.compare}</h2>
      <Comparison plans={plans} blockUnits={blockUnits} language={language} />
      <h2>{words.questions}</h2>
      <dl class="questions">
        {words.answers.map(({ question, answer }) => (
          <div key={question}>
            <dt>{question}</dt>
            <dd>{answer}</dd>
          </div>
        ))}
      </dl>
    </Document>
  );
}

function PlanCard({ plan, language }: { plan: PricedPlan; language: Language }) {
  const words = PRICING[language];
  const { name, price, includes, sellsMore } = plan;
  return (
    <li class="card plan">
      <h2>{name}</h2>
      <p class="plan-price">
        <strong>{priceOf(plan, language)}</strong>
        {price === null || price === 0n ? null : <span class="soft"> {words.perMonth}</span>}
      </p>
      <p class="soft">{words.includes}</p>
      <ul class="plain">
        {includes.map(({ operation, limit }) => (
          <li key={operation}>
            {OPERATIONS[operation][language]} <strong>{limitOf(limit, language)}</strong>
          </li>
        ))}
      </ul>
      <p class="soft">{sellsMore ? words.charged : words.refused}</p>
      <p class="plan-action">
        {price === 0n ? (
          <a class="button" href={pagePath(language, 'register')}>
            {words.start}
          </a>
        ) : (
          <a class="button button-quiet" href={pagePath(language, 'dashboard/billing')}>
            {words.order}
            <span class="visually-hidden"> {name}</span>
          </a>
        )}
      </p>
    </li>
  );
}

function Comparison({ plans, blockUnits, language }: Omit<Props, 'shell'> & { language: Language }) {
  const words = PRICING[language];
  const number = formatNumber(blockUnits, language);
  const operations = plans[0]?.includes.map(({ operation }) => operation) ?? [];
  return (
    <ScrollTable label={words.compare}>
      <thead>
        <tr>
          <th scope="col">{words.plan}</th>
          {plans.map(({ code, name }) => (
            <th scope="col" key={code}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">
            {words.price}, {words.month}
          </th>
          {plans.map((plan) => (
            <td key={plan.code}>{priceOf(plan, language)}</td>
          ))}
        </tr>
        {operations.map((operation) => (
          <tr key={operation}>
            <th scope="row">{OPERATIONS[operation][language]}</th>
            {plans.map(({ code, includes }) => {
              const part = includes.find((each) => each.operation === operation);
              return (
                <td key={code}>
                  {limitOf(part?.limit ?? null, language)}
                  {part == null || part.blockPrice === null ? null : (
                    <span class="below soft">{words.more(number, formatMoney(part.blockPrice, language))}</span>
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  );
}

function priceOf({ price }: PricedPlan, language: Language): string {
  const words = PRICING[language];
  if (price === null) return words.byContract;
  return price === 0n ? words.free : formatMoney(price, language);
}

function limitOf(limit: number | null, language: Language): string {
  const words = PRICING[language];
  if (limit === null) return words.noBound;
  return limit === 0 ? words.notIncluded : formatNumber(limit, language);
}
