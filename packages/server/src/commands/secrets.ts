import { tryWithLock } from '../platform/advisory-locks.ts';
import { countSealed, noCounts, resealAll, type SealedByKey, type SealedCounts } from '../platform/reseal.ts';
import { sealedBoxWith } from '../platform/sealed-box.ts';
import { addKey, finishRotation, openKeyRing, type KeyRing, type RingKey } from '../platform/secret-keys.ts';
import { done, refused, type CommandResult, type Environment } from './command-result.ts';
import { withDatabase, type CommandServices } from './with-database.ts';

export interface SecretsRotateRequest {
  /** Makes no new key: reseals what older ones sealed, and drops keys that nothing needs. */
  resume: boolean;
}

export interface SecretKeyUse {
  /** Null for values sealed before the key was recorded with them. */
  key_id: string | null;
  /** `unknown`: values name a key that this installation does not have. */
  state: 'current' | 'previous' | 'unknown' | 'untold';
  /** When a newer key replaced it; null if unknown. */
  replaced_at: string | null;
  sealed: SealedCounts;
}

export interface SecretsStatus {
  source: KeyRing['source'];
  /** A rotation was interrupted; the next `rotate` continues it. */
  is_unfinished: boolean;
  keys: SecretKeyUse[];
}

export interface SecretsRotated extends SecretsStatus {
  /** Null when none was made. */
  new_key_id: string | null;
  resealed: SealedCounts;
  /** Left as they were: changed, or sealed with an unknown key. */
  unopened: SealedCounts;
  dropped_key_ids: string[];
}

/**
 * A transaction that began before the new key, a form on its way through a browser, a process on another machine that still sees
 * the old file: a key may be needed for this long although nothing in the database uses it.
 */
const KEY_KEPT_MS = 24 * 3_600_000;

const HOW_TO_ROTATE = [
  'SECRET_KEY is set in the environment, so the new key is made there, too:',
  '1. make one: openssl rand -hex 32',
  '2. set it as SECRET_KEY, put the old one into SECRET_KEY_PREVIOUS, and restart every process',
  '3. revera secrets rotate',
].join('\n');

/** Lists the keys and how much each has sealed; nothing of the keys themselves. */
export function secretsStatusCommand(environment: Environment): Promise<CommandResult<SecretsStatus>> {
  return withDatabase(environment, async ({ config, database }) => {
    const ring = await openKeyRing(config.dataDir, config);
    return done(present(await ring(), await countSealed(database.db)));
  });
}

/** Makes a new key and seals everything with it while servers run; an interrupted rotation is continued. */
export function rotateSecretsCommand(
  environment: Environment,
  request: SecretsRotateRequest,
): Promise<CommandResult<SecretsRotated>> {
  return withDatabase(environment, (services) =>
    tryWithLock(
      services.database,
      'secretRotation',
      () => rotate(services, request),
      () => refused('CONFLICT', 'Another process is rotating the keys.'),
    ),
  );
}

async function rotate(
  { config, database, clock }: CommandServices,
  { resume }: SecretsRotateRequest,
): Promise<CommandResult<SecretsRotated>> {
  const { dataDir } = config;
  const ringNow = await openKeyRing(dataDir, config);
  const before = await ringNow();
  const isOurs = before.source === 'file';
  if (!isOurs && !resume && before.keys.length === 1) return refused('CONFIGURATION', HOW_TO_ROTATE);
  const isNew = isOurs && !resume && !before.isUnfinished;
  const { keys } = isNew ? await addKey(dataDir, clock.now()) : before;
  const [current] = keys;
  if (current === undefined) throw new RangeError('no key');
  const { resealed, unopened } = await resealAll(
    database.db,
    sealedBoxWith(() => Promise.resolve(keys)),
    current,
  );
  const counts = await countSealed(database.db);
  const dropped = isOurs ? keys.filter((key) => isOver(key, counts, clock.now())) : [];
  const hasChanged = isNew || before.isUnfinished || dropped.length > 0;
  const ring = hasChanged ? await finishRotation(dataDir, dropped) : before;
  return done({
    new_key_id: isNew ? current.id : null,
    resealed,
    unopened,
    dropped_key_ids: dropped.map(({ id }) => id),
    ...present(ring, counts),
  });
}

/** Nothing is sealed with it, nothing may be, and both have been true for long enough. */
function isOver({ id, replacedAt }: RingKey, counts: readonly SealedByKey[], now: Date): boolean {
  const mayHaveSealed = counts.some(({ keyId }) => keyId === id || keyId === null);
  return replacedAt !== null && now.getTime() - replacedAt.getTime() >= KEY_KEPT_MS && !mayHaveSealed;
}

function present({ source, keys, isUnfinished }: KeyRing, counts: readonly SealedByKey[]): SecretsStatus {
  const sealedBy = (id: string | null): SealedCounts => counts.find(({ keyId }) => keyId === id)?.counts ?? noCounts();
  const known = keys.map(({ id, replacedAt }, at): SecretKeyUse => {
    const replaced_at = replacedAt?.toISOString() ?? null;
    return { key_id: id, state: at === 0 ? 'current' : 'previous', replaced_at, sealed: sealedBy(id) };
  });
  const others = counts
    .filter(({ keyId }) => !keys.some(({ id }) => id === keyId))
    .map(({ keyId, counts: sealed }): SecretKeyUse => {
      return { key_id: keyId, state: keyId === null ? 'untold' : 'unknown', replaced_at: null, sealed };
    });
  return { source, is_unfinished: isUnfinished, keys: [...known, ...others] };
}
