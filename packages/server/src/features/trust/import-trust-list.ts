import { acceptCopy } from './accept-copy.ts';
import { findAddedFingerprints, findCopy, lockLists } from './queries.ts';
import { importSource, INSTALLATION_SOURCE, isFetched, nextRefreshAt } from './rules.ts';
import type { TrustActor, TrustServices } from './services.ts';
import {
  addAnchors,
  compareCopies,
  decodeCopy,
  findAnchors,
  isProductList,
  type KeptList,
  type KeptListName,
} from './trust-lists.ts';

export interface ImportRequest {
  name: KeptListName;
  /** PEM bundle, or the JSON form of the C2PA lists; JSON for the list of products. */
  anchorsText: string;
  /** PEM bundle of end-entity certificates accepted by themselves; only for `legacy`. */
  allowedText?: string | null;
  /** Its source, for the record: usually a file's name. */
  sourceName: string;
  actor: TrustActor;
}

/** Certificates or products added and removed against the copy before, and entries of the text that are not used. */
export interface ImportResult {
  added: number;
  removed: number;
  rejected: number;
}

/**
 * Replaces a list with what the operator gives, however much it loses. In the list `service` the roots that the installation
 * added for itself stay, or files signed with its development certificate would no longer be recognised. A list that has an
 * address is fetched from there again when due.
 *
 * @throws {TrustRefusal} when the text is not such a list; then nothing is changed
 */
export async function importTrustList(services: TrustServices, request: ImportRequest): Promise<ImportResult> {
  const { name, actor } = request;
  const { database, clock } = services;
  const { trust } = services.config;
  const at = clock.now();
  const text = { anchors: request.anchorsText, allowed: request.allowedText ?? null };
  const { list, rejected } = decodeCopy(name, text, at);
  const source = importSource(request.sourceName);
  return database.db.transaction().execute(async (trx) => {
    await lockLists(trx);
    const before = (await findCopy(trx, name))?.list ?? null;
    const own = name === 'service' ? await findAddedFingerprints(trx, name, INSTALLATION_SOURCE) : new Set<string>();
    const copy = { list: keepAnchors(list, before, own), source };
    const diff = compareCopies(before, copy.list);
    const times = { at, nextRefreshAt: isFetched(name, trust) ? nextRefreshAt(at, trust) : null };
    await acceptCopy(trx, copy, diff, { ...times, action: 'trust_list.imported', actor });
    return { added: diff.added.length, removed: diff.removed.length, rejected };
  });
}

function keepAnchors(list: KeptList, before: KeptList | null, own: ReadonlySet<string>): KeptList {
  if (before === null || isProductList(before) || isProductList(list)) return list;
  return addAnchors(list, findAnchors(before, own));
}
