import { z } from 'zod';
import type { ErrorCode } from './error-codes.ts';
import { isBoundedOperation, type BoundedOperation } from './operations.ts';
import { isPermission, type Permission } from './permissions.ts';
import { isScope, type Scope } from './scopes.ts';
import { credentialStatus, integrityStatus } from './verification-result.ts';

/** Details that contain only a reason. */
function because<const Reasons extends readonly [string, ...string[]]>(...reasons: Reasons) {
  return z.strictObject({ reason: z.enum(reasons) });
}

const scope = z.custom<Scope>((value) => typeof value === 'string' && isScope(value));
const permission = z.custom<Permission | 'administrator'>(
  (value) => typeof value === 'string' && (value === 'administrator' || isPermission(value)),
);
const operation = z.custom<BoundedOperation>((value) => typeof value === 'string' && isBoundedOperation(value));
/** The number of a rule for labels, such as AIGC-080. */
const rule = z.string();

/**
 * The `details` of each error code: one of the forms in its row. A code without a row has no details. The compiler checks every
 * `new AppError` against this table, and OpenAPI names its members.
 */
export const ERROR_DETAILS = {
  AUTH_REQUIRED: [because('wrong_credentials', 'totp_required', 'password_change_required', 'account_suspended')],
  SCOPE_DENIED: [
    z.strictObject({ required_scope: scope }),
    z.strictObject({ required_permission: permission }),
    because('csrf', 'reauthentication_required', 'above_own_role'),
    z.strictObject({ reason: z.enum(['second_factor_required']), hint: z.string() }),
  ],
  RATE_LIMITED: [z.strictObject({ retry_after_seconds: z.int() })],
  QUOTA_EXCEEDED: [
    z.strictObject({ operation, included: z.int(), used: z.int(), reserved: z.int(), resets_at: z.string() }),
  ],
  INVALID_FILE_TYPE: [
    z.strictObject({ media_type: z.string().nullable(), signable_media_types: z.array(z.string()).readonly() }),
    because('unsafe_structure'),
    z.strictObject({ reason: z.enum(['no_place_for_a_label']), rule }),
  ],
  FILE_TOO_LARGE: [z.strictObject({ limit_bytes: z.int() })],
  C2PA_PARSE_FAILED: [
    z.strictObject({ credential_integrity_status: integrityStatus }),
    z.strictObject({ reason: z.enum(['remote_manifest']), credential_integrity_status: integrityStatus }),
    because('remote_manifest_kept'),
  ],
  C2PA_SIGNATURE_INVALID: [
    z.strictObject({ credential_integrity_status: integrityStatus }),
    z.strictObject({
      reason: z.enum(['credential_revoked', 'credential_suspended']),
      credential_id: z.string(),
      credential_integrity_status: integrityStatus,
    }),
  ],
  C2PA_ASSET_BINDING_INVALID: [z.strictObject({ credential_integrity_status: integrityStatus })],
  PLAN_NOT_AVAILABLE: [
    because('unknown', 'off_sale', 'current_plan', 'downgrade_at_period_end', 'contact_sales', 'free', 'price_changed'),
  ],
  INSUFFICIENT_BALANCE: [z.strictObject({ required_minor: z.int(), available_minor: z.int() })],
  TRUST_LIST_UNAVAILABLE: [z.strictObject({ reasons: z.record(z.string(), z.string().nullable()) })],
  POST_VERIFY_FAILED: [z.strictObject({ rule })],
  CONFLICT: [
    because(
      'administrator_account',
      'already_member',
      'already_verified',
      'email_unchanged',
      'idempotency_key_reused',
      'last_administrator',
      'last_owner',
      'already_invoiced',
      'invoice_number_used',
      'month_not_settled',
      'no_room_for_a_label',
      'nothing_invoiceable',
      'order_refunded',
      'personal_organization',
      'profile_changed',
      'refund_open',
      'request_under_way',
      'status_changed',
      'token_invalid',
      'too_many_webhooks',
      'totp_enabled',
      'totp_not_begun',
      'webhook_disabled',
    ),
    z.strictObject({
      reason: z.enum(['last_owner']),
      organizations: z.array(z.strictObject({ id: z.string(), name: z.string() })),
    }),
    z.strictObject({ reason: z.enum(['idempotency_key_in_use']), job_id: z.string() }),
    z.strictObject({ reason: z.enum(['already_labelled']), rule, location: z.string() }),
    z.strictObject({ reason: z.enum(['label_contradicts_content_type']), rule }),
    z.strictObject({ reason: z.enum(['label_incomplete']), rules: z.array(rule) }),
    z.strictObject({ reason: z.enum(['label_not_kept']), detail: z.string() }),
    z.strictObject({ status: credentialStatus }),
  ],
  REFUND_NOT_ALLOWED: [
    because(
      'not_fulfilled',
      'window_closed',
      'exceeds_refundable',
      'balance_spent',
      'open_request',
      'invoice_issued',
      'channel_full_only',
      'same_person',
    ),
  ],
} as const satisfies Partial<Record<ErrorCode, readonly z.ZodObject[]>>;

type Table = typeof ERROR_DETAILS;
type Forms = { [Code in ErrorCode]: Code extends keyof Table ? z.infer<Table[Code][number]> : never };

/** What `details` of a code may be; `never` for a code that has none. */
export type DetailsOf<Code extends ErrorCode> = Forms[Code];

/** Everything that `details.reason` can be. */
export type ErrorReason = Extract<Forms[ErrorCode], { reason: unknown }>['reason'];

/** The reasons that a form of details can give. */
export function reasonsIn({ shape }: z.ZodObject): readonly string[] {
  const { reason } = shape;
  return reason instanceof z.ZodEnum ? reason.options.map(String) : [];
}
