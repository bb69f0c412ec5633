import { createHash, createHmac } from 'node:crypto';

export interface S3Access {
  url: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Signed by hand (AWS Signature, version 4), so that the testkit needs no S3 library and is judged by none. */
export async function createBucket(access: S3Access, name: string): Promise<void> {
  const at = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const scope = `${at.slice(0, 8)}/${access.region}/s3/aws4_request`;
  const digest = sha256('');
  const headers = { host: new URL(access.url).host, 'x-amz-content-sha256': digest, 'x-amz-date': at };
  const signedNames = Object.keys(headers).join(';');
  const lines = Object.entries(headers).map(([header, value]) => `${header}:${value}\n`);
  const request = ['PUT', `/${name}`, '', lines.join(''), signedNames, digest].join('\n');
  const secret = scope
    .split('/')
    .reduce<Buffer>((key, part) => hmac(key, part), Buffer.from(`AWS4${access.secretAccessKey}`));
  const signature = hmac(secret, ['AWS4-HMAC-SHA256', at, scope, sha256(request)].join('\n')).toString('hex');
  const response = await fetch(`${access.url}/${name}`, {
    method: 'PUT',
    headers: {
      'x-amz-content-sha256': digest,
      'x-amz-date': at,
      authorization: `AWS4-HMAC-SHA256 Credential=${access.accessKeyId}/${scope},SignedHeaders=${signedNames},Signature=${signature}`,
    },
  });
  if (!response.ok) throw new Error(`No bucket was made: ${response.status} ${await response.text()}`);
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
