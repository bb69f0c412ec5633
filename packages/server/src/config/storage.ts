import { join, resolve } from 'node:path';
import { SETTINGS, type Reader } from './settings.ts';

export type StorageConfig =
  | { kind: 'local'; directory: string }
  | {
      kind: 's3';
      /** Undefined for AWS itself. */
      endpoint: string | undefined;
      region: string;
      bucket: string;
      prefix: string;
      pathStyle: boolean;
      /** Undefined for the usual sources of the AWS SDK. */
      credentials: { accessKeyId: string; secretAccessKey: string } | undefined;
    };

export function storageProblems(read: Reader): string[] {
  if (read(SETTINGS.STORAGE_KIND) !== 's3') return [];
  const problems: string[] = [];
  if (read(SETTINGS.STORAGE_S3_BUCKET) === '') problems.push('STORAGE_S3_BUCKET is missing');
  if ((read(SETTINGS.STORAGE_S3_ACCESS_KEY_ID) === '') !== (read(SETTINGS.STORAGE_S3_SECRET_ACCESS_KEY) === '')) {
    problems.push('STORAGE_S3_ACCESS_KEY_ID and STORAGE_S3_SECRET_ACCESS_KEY belong together');
  }
  return problems;
}

export function storageConfig(read: Reader, dataDir: string): StorageConfig {
  if (read(SETTINGS.STORAGE_KIND) === 'local') {
    return { kind: 'local', directory: resolve(read(SETTINGS.STORAGE_DIR) || join(dataDir, 'assets')) };
  }
  const accessKeyId = read(SETTINGS.STORAGE_S3_ACCESS_KEY_ID);
  return {
    kind: 's3',
    endpoint: read(SETTINGS.STORAGE_S3_ENDPOINT) || undefined,
    region: read(SETTINGS.STORAGE_S3_REGION),
    bucket: read(SETTINGS.STORAGE_S3_BUCKET),
    prefix: read(SETTINGS.STORAGE_S3_PREFIX),
    pathStyle: read(SETTINGS.STORAGE_S3_PATH_STYLE),
    credentials:
      accessKeyId === '' ? undefined : { accessKeyId, secretAccessKey: read(SETTINGS.STORAGE_S3_SECRET_ACCESS_KEY) },
  };
}
