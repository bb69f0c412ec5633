import { createAuthority } from '@revera/testkit/authorities';
import { startTrustListHost } from '@revera/testkit/servers';

/** As many certificates as the public lists have (C2PA's and the interim list, November 2026). */
const OTHER_ANCHORS = 55;
const ALLOWED = 117;
const PEM_TYPE = 'application/x-pem-file';

/** Trust lists of the usual size. */
export interface BenchLists {
  anchors: string[];
  allowed: string[];
  /** Settings of a server that fetches them from this machine. */
  settings: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** Serves the roots of the signers among as many others as the public lists have. */
export async function serveUsualLists(rootPem: string): Promise<BenchLists> {
  const others = await Promise.all(
    Array.from({ length: OTHER_ANCHORS }, (_, index) => createAuthority({ authorityName: `Other ${index}` })),
  );
  const issuer = others[0];
  if (issuer === undefined) throw new Error('no authority was made');
  const allowed = await Promise.all(Array.from({ length: ALLOWED }, () => createAuthority({ issuedBy: issuer })));
  const lists = {
    anchors: [...others.map((one) => one.rootPem), rootPem],
    allowed: allowed.map(({ leaf }) => leaf.pem),
  };
  const host = await startTrustListHost({
    '/anchors.pem': { kind: 'serve', body: lists.anchors.join(''), contentType: PEM_TYPE },
    '/allowed.pem': { kind: 'serve', body: lists.allowed.join(''), contentType: PEM_TYPE },
  });
  return {
    ...lists,
    settings: {
      TRUST_LEGACY_URL: `${host.url}/anchors.pem`,
      TRUST_LEGACY_ALLOWED_URL: `${host.url}/allowed.pem`,
      TRUST_ALLOW_LOOPBACK_HTTP: 'true',
    },
    close: () => host.close(),
  };
}
