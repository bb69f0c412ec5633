import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { KeptListName, TrustSnapshot } from '@revera/provenance';
import { readConfig } from '../config.ts';
import {
  importTrustList,
  loadSnapshot,
  readTrustState,
  refreshTrustLists,
  TrustRefusal,
  type RefreshOutcome,
  type TrustState,
} from '../features/trust/index.ts';
import { done, refused, type CommandResult, type Environment } from './command-result.ts';
import { COMMAND_ACTOR, withDatabase, type CommandServices } from './with-database.ts';

/** One list as the command line shows it. */
export interface StoredTrustList {
  name: KeptListName;
  available: boolean;
  source: string | null;
  sha256: string | null;
  fetched_at: string | null;
  anchors: number;
  allowed: number;
  products: number;
  next_refresh_at: string | null;
  last_error: string | null;
  using_cached_version: boolean;
}

export interface TrustImportRequest {
  name: KeptListName;
  text: string;
  allowed_text: string | null;
  source: string;
}

export interface TrustImported {
  list: StoredTrustList;
  added: number;
  removed: number;
  rejected: number;
}

export type TrustRefreshed = Omit<RefreshOutcome, 'list'> & { list: StoredTrustList };

/** The stored lists, without network. Null when there is no installation to read them from. */
export async function loadInstalledTrust(environment: Environment): Promise<TrustSnapshot | null> {
  const { databaseUrl, dataDir } = readConfig(environment);
  if (databaseUrl === undefined && !existsSync(join(dataDir, 'postgres'))) return null;
  const result = await withDatabase(environment, async ({ database, config }) =>
    done(await loadSnapshot(database.db, config.trust)),
  );
  if (result.kind === 'refused') throw new Error(result.message);
  return result.value;
}

export function trustListCommand(environment: Environment): Promise<CommandResult<StoredTrustList[]>> {
  return withDatabase(environment, async (services) => done(await storedLists(services)));
}

export function trustImportCommand(
  environment: Environment,
  request: TrustImportRequest,
): Promise<CommandResult<TrustImported>> {
  return withDatabase(environment, async (services) => {
    try {
      const imported = await importTrustList(services, {
        name: request.name,
        anchorsText: request.text,
        allowedText: request.allowed_text,
        sourceName: request.source,
        actor: { actor: COMMAND_ACTOR },
      });
      return done({ list: await storedList(services, request.name), ...imported });
    } catch (error) {
      if (error instanceof TrustRefusal) return refused(error.code, error.message);
      throw error;
    }
  });
}

export function trustRefreshCommand(
  environment: Environment,
  { force }: { force: boolean },
): Promise<CommandResult<TrustRefreshed[]>> {
  return withDatabase(environment, async (services) => {
    const outcomes = await refreshTrustLists(services, { force, actor: { actor: COMMAND_ACTOR } });
    const lists = await storedLists(services);
    return done(outcomes.map((outcome) => ({ ...outcome, list: listNamed(lists, outcome.name) })));
  });
}

async function storedLists(services: CommandServices): Promise<StoredTrustList[]> {
  const { lists } = await readTrustState(services);
  return lists.map(storedListOf);
}

async function storedList(services: CommandServices, name: KeptListName): Promise<StoredTrustList> {
  return listNamed(await storedLists(services), name);
}

function listNamed(lists: readonly StoredTrustList[], name: KeptListName): StoredTrustList {
  const list = lists.find((candidate) => candidate.name === name);
  if (list === undefined) throw new Error(`the list ${name} has no state`);
  return list;
}

function storedListOf(list: TrustState['lists'][number]): StoredTrustList {
  return {
    name: list.name,
    available: list.fetched_at !== null,
    source: list.copy_source ?? list.source,
    sha256: list.sha256,
    fetched_at: list.fetched_at,
    anchors: list.anchor_count,
    allowed: list.allowed_count,
    products: list.product_count,
    next_refresh_at: list.next_refresh_at,
    last_error: list.last_error,
    using_cached_version: list.using_cached_version,
  };
}
