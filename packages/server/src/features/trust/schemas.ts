import { z } from 'zod';

/** In display order. */
export const LIST_NAMES = ['c2pa', 'c2pa_tsa', 'legacy', 'service', 'c2pa_products'] as const;
const listName = z
  .enum(LIST_NAMES)
  .describe('c2pa_products: the conforming products, which say what signed and make nobody trusted');
const time = z.string().describe('RFC 3339, UTC');

/** One certificate of a change; also how it is read back from the database. */
export const changedCertificateSchema = z
  .object({
    listed_as: z.enum(['anchor', 'allowed']).describe('allowed: an end-entity certificate accepted by itself'),
    fingerprint_sha256: z.string(),
    subject: z.string().describe('Text of the certificate, not of this service'),
    not_before: time,
    not_after: time,
  })
  .meta({ id: 'TrustListCertificate' });

/** One product of a change of the list `c2pa_products`. */
export const changedProductSchema = z
  .object({
    record_id: z.string(),
    name: z.string().describe('Text of the list, not of this service'),
    organization: z.string(),
    status: z.string(),
  })
  .meta({ id: 'TrustListProduct' });

const trustListSchema = z
  .object({
    name: listName,
    in_use: z.boolean().describe('False: the list has no address and none was imported'),
    source: z.string().nullable().describe('Address the list is fetched from; null: it is only imported'),
    allowed_source: z.string().nullable().describe('Address of the end-entity certificates that come with it'),
    copy_source: z.string().nullable().describe('Where the stored copy came from; null: there is none'),
    sha256: z.string().nullable().describe('Of the certificates, or products: equal lists have equal hashes'),
    fetched_at: time.nullable(),
    certificate_count: z.int(),
    anchor_count: z.int(),
    allowed_count: z.int(),
    product_count: z.int().describe('Records of the list c2pa_products; the others have none'),
    last_attempt_at: time.nullable(),
    next_refresh_at: time.nullable(),
    last_error: z.string().nullable().describe('Why the newest attempt brought nothing: a code and a sentence'),
    using_cached_version: z.boolean().describe('The newest attempt failed, or the copy is older than allowed'),
  })
  .meta({ id: 'TrustListState' });

const changeSchema = z
  .object({
    list: listName,
    changed_at: time,
    source: z.string(),
    sha256: z.string().describe('Of the list after the change'),
    added: z.array(changedCertificateSchema),
    removed: z.array(changedCertificateSchema),
    added_products: z.array(changedProductSchema).describe('One that changed is removed and added'),
    removed_products: z.array(changedProductSchema),
  })
  .meta({ id: 'TrustListChange' });

export const trustStateSchema = z
  .object({
    lists: z.array(trustListSchema),
    changes: z.array(changeSchema).describe('The last 50 over all lists, newest first'),
  })
  .meta({ id: 'TrustState' });

export const refreshQuery = z.object({
  force: z
    .enum(['true', 'false'])
    .default('false')
    .transform((value) => value === 'true')
    .describe('Accept a list even if it loses more than 20 % of its certificates or products'),
});

export const trustRefreshSchema = trustStateSchema
  .extend({
    refreshed: z
      .array(
        z.object({
          name: listName,
          outcome: z
            .enum(['updated', 'unchanged', 'refused', 'failed'])
            .describe('failed: not fetched; refused: fetched and not taken. The last good copy then stays'),
          message: z.string().nullable(),
          added: z.int(),
          removed: z.int(),
        }),
      )
      .describe('One entry for each list that has an address'),
  })
  .meta({ id: 'TrustRefresh' });

export type PresentedTrustList = z.infer<typeof trustListSchema>;
export type TrustState = z.infer<typeof trustStateSchema>;
