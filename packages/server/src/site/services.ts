import type { SessionAuthenticator } from '../http/guards.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/database.ts';
import type { Links } from '../shared/links.ts';
import type { ServerLimits } from '../shared/limits.ts';
import type { Mails } from '../shared/mails.ts';
import type { QuotaBasis } from '../shared/operations.ts';
import type { AccountServices } from '../features/accounts/index.ts';
import type { FinanceServices } from '../features/finance/index.ts';
import type { RefundServices } from '../features/billing/refunds/index.ts';
import type { TrustServices } from '../features/trust/index.ts';
import type { Health } from '../features/health/index.ts';
import type { ReportServices } from '../features/reports/index.ts';
import type { RightsServices } from '../features/rights/index.ts';
import type { SigningServices } from '../features/signing/index.ts';
import type { DocumentServices } from '../features/billing/documents/index.ts';
import type { OrderServices } from '../features/billing/orders/index.ts';
import type { SubscriptionServices } from '../features/billing/subscriptions/index.ts';
import type { WebhookServices } from '../features/webhooks/index.ts';
import type { VerificationServices } from '../features/verification/index.ts';

/** What the pages need of the rest of the server. */
export interface PageServices {
  db: Db;
  clock: Clock;
  quotaBasis: QuotaBasis;
  links: Links;
  limits: ServerLimits;
  accounts: AccountServices;
  /** What keeping the trust lists takes. */
  trustLists: TrustServices;
  finance: FinanceServices;
  refunds: RefundServices;
  rights: RightsServices;
  verification: VerificationServices;
  webhooks: WebhookServices;
  orders: OrderServices;
  subscriptions: SubscriptionServices;
  documents: DocumentServices;
  signing: SigningServices;
  health: Health;
  reports: ReportServices['reports'];
  sessions: SessionAuthenticator;
  /** Whether an administrator without a second factor may change nothing. */
  operatorsNeedSecondFactor: boolean;
  /** The OpenAPI document of the published routes. */
  openApi: () => Readonly<Record<string, unknown>>;
  mails: Mails;
  /** Of IndexNow; null: none is configured. */
  indexNowKey: string | null;
  /** Where security reports go, for security.txt; null: as the page on security says. */
  securityContact: string | null;
  /** What the settings say of signing. */
  signingSettings: { isProduction: boolean; hasTimeStamps: boolean };
  /** How long a signed file can be downloaded. */
  assetRetentionMs: number;
}
