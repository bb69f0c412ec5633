import type { Language } from '../../shared/language.ts';
import type { PageServices } from '../services.ts';
import { permissionTable, scopeTable } from './tables/access.ts';
import { changelog } from './tables/changelog.ts';
import { errorTable } from './tables/errors.ts';
import { labelRuleTable } from './tables/label-rules.ts';
import { limitTable } from './tables/limits.ts';
import { mediaTypeTable } from './tables/media-types.ts';
import { settingTable } from './tables/settings.ts';
import { statusTable } from './tables/statuses.ts';
import { webhookEventTable, webhookLimitTable, webhookScheduleTable } from './tables/webhooks.ts';

/** Tables of the program as Markdown, by the name that stands for each in an article. */
export const TABLES: Readonly<Record<string, (language: Language, services: PageServices) => string>> = {
  errors: errorTable,
  limits: limitTable,
  scopes: scopeTable,
  permissions: permissionTable,
  provenance_statuses: statusTable('provenance'),
  integrity_statuses: statusTable('integrity'),
  trust_statuses: statusTable('trust'),
  settings: settingTable,
  changelog,
  media_types: mediaTypeTable,
  label_rules: labelRuleTable,
  webhook_events: webhookEventTable,
  webhook_limits: webhookLimitTable,
  webhook_schedule: webhookScheduleTable,
};
