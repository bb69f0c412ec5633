import type { Db } from '../../../platform/database.ts';
import type { ServerLimits } from '../../../shared/limits.ts';
import type { Links } from '../../../shared/links.ts';
import type { PrintDocument } from '../../../shared/plain-document.ts';

export interface DocumentServices {
  db: Db;
  links: Pick<Links, 'statement'>;
  limits: Pick<ServerLimits, 'idempotencyMs'>;
  printDocument: PrintDocument;
}
