import type { PresentedAudit } from '../../../features/audit/index.ts';
import { csvOf } from '../../../shared/csv.ts';
import type { Language } from '../../../shared/language.ts';
import { wordIn } from '../kit/parts.tsx';
import { AUDIT } from './words.ts';

/** Entries for spreadsheets, one a line; what others wrote is text there, and no formula. */
export function auditCsv(entries: readonly PresentedAudit[], language: Language): string {
  const { columns, actions, actors } = AUDIT[language];
  const titles = [
    columns.time,
    columns.action,
    columns.code,
    columns.actorKind,
    columns.actorId,
    columns.actorName,
    columns.targetKind,
    columns.targetId,
    columns.address,
    columns.requestId,
    columns.details,
  ];
  const lines = entries.map(({ created_at, action, actor, target, address, request_id, details }) => [
    created_at,
    wordIn(actions, action),
    action,
    wordIn(actors, actor.kind),
    actor.id ?? '',
    actor.name ?? '',
    target.kind,
    target.id ?? '',
    address ?? '',
    request_id ?? '',
    Object.keys(details).length === 0 ? '' : JSON.stringify(details),
  ]);
  return csvOf([titles, ...lines]);
}
