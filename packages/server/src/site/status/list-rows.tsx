import type { Language } from '../../shared/language.ts';
import type { ListStatus, ServiceStatus } from '../../shared/service-status.ts';
import { When } from '../kit/components/when.tsx';
import { STATUS_PAGE } from './words.ts';
import { listState } from './judge-parts.ts';
import { StatusRow } from './status-row.tsx';

interface Props {
  lists: ServiceStatus['lists'];
  language: Language;
}

/** Each trust list with the date of the copy that is in use. */
export function ListRows({ lists, language }: Props) {
  const words = STATUS_PAGE[language];
  if (lists === null) return <p class="notice tone-bad">{words.trust.unreadable}</p>;
  return (
    <dl class="parts">
      {lists.map((list) => (
        <StatusRow
          name={words.trust.names[list.name]}
          state={listState(list.standing)}
          text={<ListText list={list} language={language} />}
          word={words.trust.standing[list.standing]}
          key={list.name}
        />
      ))}
    </dl>
  );
}

function ListText({ list, language }: { list: ListStatus; language: Language }) {
  const { name, standing, fetchedAt, entries } = list;
  const words = STATUS_PAGE[language].trust;
  const said = standing === 'fresh' ? null : words[standing];
  if (fetchedAt === null) return <>{said}</>;
  return (
    <>
      {words.copyOf} <When at={fetchedAt} language={language} /> ·{' '}
      {name === 'c2pa_products' ? words.products(entries) : words.certificates(entries)}
      {said === null ? null : ` · ${said}`}
    </>
  );
}
