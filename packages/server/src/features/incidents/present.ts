import type { Incident } from './queries.ts';
import type { PresentedIncident } from './schemas.ts';

export function presentIncident(row: Incident): PresentedIncident {
  const updates = row.updates.map(({ state, text_en, text_zh_cn, created_at }) => ({
    state,
    text: { en: text_en, 'zh-CN': text_zh_cn },
    created_at,
  }));
  const [last] = updates;
  return {
    id: row.id,
    component: row.component,
    title: { en: row.title_en, 'zh-CN': row.title_zh_cn },
    state: last?.state ?? 'investigating',
    started_at: row.started_at.toISOString(),
    resolved_at: last?.state === 'resolved' ? last.created_at : null,
    updates,
  };
}
