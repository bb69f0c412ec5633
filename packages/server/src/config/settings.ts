import { z } from 'zod';
import { isAccountAddress, parseMailAddress, type MailAddress } from '../shared/mail-address.ts';
import { SIGNATURE_ALGORITHMS } from '../shared/signature-algorithms.ts';

export const ADMIN_TOKEN_CHARACTERS_MIN = 32;

/** A setting: its schema over the text of the environment, its default as text, and what it is for. */
export interface Setting<T> {
  schema: z.ZodType<T, string>;
  fallback: string;
  about: string;
}

const text = z.string().trim();
const whole = (min: number, max: number): z.ZodType<number, string> =>
  text
    .regex(/^\d{1,12}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(min).max(max));
const flag: z.ZodType<boolean, string> = z.enum(['true', 'false']).transform((value) => value === 'true');
const optionalUrl = z.union([z.literal(''), z.url({ protocol: /^https?$/ })]);
const word = <const V extends readonly string[]>(values: V): z.ZodType<V[number], string> => {
  const schema: z.ZodType<V[number], string> = z
    .string()
    .refine((value): value is V[number] => values.includes(value), {
      message: `must be one of ${values.join(', ')}`,
    });
  return schema;
};

const HEX_KEY = /^[0-9a-f]{64}$/i;
const optionalPort: z.ZodType<number | null, string> = z.union([z.literal('').transform(() => null), whole(1, 65_535)]);
const optionalHost = z.union([z.literal(''), z.hostname(), z.ipv4(), z.ipv6()], {
  error: 'must be a host name or an address, without a scheme or port',
});
const optionalSender: z.ZodType<MailAddress | null, string> = text
  .refine((value) => value === '' || parseMailAddress(value) !== null, {
    message: 'must be an address, or a name and an address in angle brackets',
  })
  .transform(parseMailAddress);

function setting<T>(schema: z.ZodType<T, string>, fallback: string, about: string): Setting<T> {
  return { schema, fallback, about };
}

const C2PA_LISTS = 'https://raw.githubusercontent.com/c2pa-org/conformance-public/main/trust-list';
const C2PA_PRODUCTS =
  'https://raw.githubusercontent.com/c2pa-org/conformance-public/main/conforming-products/conforming-products-list.json';
const INTERIM_LIST = 'https://raw.githubusercontent.com/contentauth/verify-site/main/static/trust';

/** Every setting of the server. `.env.example` is kept equal to this table by a test. */
export const SETTINGS = {
  REVERA_ENV: setting(
    word(['', 'development', 'production']),
    '',
    'development or production; empty: development, as long as only this machine can reach the service. In production, settings that are missing or ambiguous stop the start.',
  ),
  HOST: setting(text.min(1), '127.0.0.1', 'Address to listen on.'),
  PORT: setting(whole(0, 65_535), '8080', 'Port to listen on; 0 takes a free one.'),
  BASE_URL: setting(optionalUrl, '', 'Public address of the service; default http://HOST:PORT.'),
  DATA_DIR: setting(text.min(1), './data', 'Folder of the embedded database, uploads in progress and certificates.'),
  DATABASE_URL: setting(text, '', 'PostgreSQL 15 or later; empty starts the embedded server.'),
  DATABASE_POOL: setting(whole(2, 200), '10', 'Connections of one process.'),
  DATABASE_TIMEOUT_SECONDS: setting(
    whole(1, 600),
    '20',
    'How long the database may take for one statement before it counts as away.',
  ),
  LOG_LEVEL: setting(word(['debug', 'info', 'warn', 'error', 'silent']), 'info', 'Least level that is logged.'),
  ADMIN_TOKEN: setting(
    text,
    '',
    `Bearer token of the administrative routes, at least ${ADMIN_TOKEN_CHARACTERS_MIN} characters; empty: none.`,
  ),
  ADMIN_EMAIL: setting(
    text.refine(isAccountAddress, { message: 'must be an e-mail address' }),
    'admin@localhost',
    'Address of the administrator whom the first start makes.',
  ),
  SECRET_KEY: setting(
    z.union([z.literal(''), text.regex(HEX_KEY, 'must be 64 hexadecimal digits')]),
    '',
    'Key that encrypts secrets in the database, 64 hexadecimal digits; empty: a file in DATA_DIR that the first start makes.',
  ),
  SECRET_KEY_PREVIOUS: setting(
    text.refine((value) => listOf(value).every((key) => HEX_KEY.test(key)), {
      message: 'must be keys of 64 hexadecimal digits, separated by commas',
    }),
    '',
    'Keys that were SECRET_KEY before, separated by commas; they open what they sealed until revera secrets rotate has sealed it anew.',
  ),
  HTTP_TRUSTED_PROXIES: setting(
    text,
    '',
    'Addresses or networks of reverse proxies whose X-Forwarded-For counts, separated by commas.',
  ),
  ANALYSIS_THREADS: setting(whole(1, 64), '2', 'Threads that analyse files; each needs about 60 MB at rest.'),
  ANALYSIS_MEMORY_MB: setting(whole(64, 4096), '512', 'Bound on the memory of the C2PA engine in one thread.'),
  TRUST_C2PA_URL: setting(optionalUrl, `${C2PA_LISTS}/C2PA-TRUST-LIST.json`, 'C2PA trust list; empty: not used.'),
  TRUST_C2PA_TSA_URL: setting(
    optionalUrl,
    `${C2PA_LISTS}/C2PA-TSA-TRUST-LIST.json`,
    'C2PA list of time-stamping authorities; empty: not used.',
  ),
  TRUST_LEGACY_URL: setting(
    optionalUrl,
    `${INTERIM_LIST}/anchors.pem`,
    'Anchors of the frozen interim list; empty: not used.',
  ),
  TRUST_LEGACY_ALLOWED_URL: setting(
    optionalUrl,
    `${INTERIM_LIST}/allowed.pem`,
    'End-entity certificates of the frozen interim list.',
  ),
  TRUST_C2PA_PRODUCTS_URL: setting(
    optionalUrl,
    C2PA_PRODUCTS,
    'C2PA list of conforming products, which names the product behind a signature; empty: not used.',
  ),
  TRUST_REFRESH_HOURS: setting(whole(1, 720), '24', 'How often the lists are fetched.'),
  TRUST_FRESH_HOURS: setting(whole(1, 8760), '48', 'An older copy is reported as a cached version.'),
  TRUST_FETCH_SECONDS: setting(whole(1, 300), '30', 'Time limit of one fetch.'),
  TRUST_ALLOW_LOOPBACK_HTTP: setting(flag, 'false', 'Whether lists may be fetched by http from this machine.'),
  LIMIT_UPLOAD_MB: setting(whole(1, 10_240), '100', 'Largest image, audio file or document over the API.'),
  LIMIT_UPLOAD_VIDEO_MB: setting(whole(1, 10_240), '1024', 'Largest video over the API.'),
  LIMIT_ANONYMOUS_FILE_MB: setting(whole(1, 10_240), '50', 'Largest file without a key.'),
  LIMIT_ANONYMOUS_TOTAL_MB: setting(whole(1, 10_240), '200', 'All files of one request without a key.'),
  LIMIT_ANONYMOUS_PER_HOUR: setting(whole(1, 1_000_000), '30', 'Files without a key, an hour and address.'),
  LIMIT_KEY_PER_SECOND: setting(whole(1, 100_000), '20', 'Requests a second with one API key.'),
  LIMIT_KEY_BURST: setting(whole(1, 100_000), '40', 'Requests at once with one API key.'),
  LIMIT_ANALYSIS_SECONDS: setting(
    whole(1, 600),
    '30',
    'Time for one file while the caller waits, its own wait included.',
  ),
  LIMIT_ANONYMOUS_SECONDS: setting(whole(1, 600), '10', 'Time for one file without a key, its wait included.'),
  LIMIT_ANALYSIS_ASYNC_SECONDS: setting(whole(1, 86_400), '600', 'Time for one file of a queued job.'),
  LIMIT_SIGN_MB: setting(whole(1, 2048), '100', 'Largest file that is signed.'),
  LIMIT_SIGN_SECONDS: setting(whole(1, 600), '60', 'Time for signing one file.'),
  SIGNING_CERTIFICATES_FILE: setting(
    text,
    '',
    'Production signing certificate and its intermediates, PEM, leaf first; empty: everything is signed as sandbox.',
  ),
  SIGNING_KEY_FILE: setting(text, '', 'Its private key, PEM; not with SIGNING_COMMAND.'),
  SIGNING_KEY_PASSPHRASE: setting(text, '', 'Passphrase of SIGNING_KEY_FILE, when it is encrypted.'),
  SIGNING_COMMAND: setting(
    text,
    '',
    'Program that signs in place of a key file (PKCS#11, KMS): a JSON array of the program and its arguments. SIGNING_COMMAND_ENV_X=… gives it the variable X.',
  ),
  SIGNING_COMMAND_SECONDS: setting(whole(1, 120), '10', 'Time limit of one run of SIGNING_COMMAND.'),
  SIGNING_ALGORITHM: setting(
    z.union([z.literal(''), word(SIGNATURE_ALGORITHMS)]),
    '',
    `One of ${SIGNATURE_ALGORITHMS.join(', ')}; empty: by the key (RSA: PS256).`,
  ),
  SIGNING_THREADS: setting(
    whole(1, 64),
    '2',
    'Threads that sign; they start with the first file to sign, and one waits while its time stamp is made.',
  ),
  SIGNING_MEMORY_MB: setting(whole(128, 4096), '1024', 'Bound on the memory of the engine in one of them.'),
  SIGNING_OCSP: setting(flag, 'true', 'Whether to staple the responder’s answer when the certificate names one.'),
  SIGNING_ALLOW_LOOPBACK_HTTP: setting(
    flag,
    'false',
    'Whether time-stamping authorities and OCSP responders may be on this machine.',
  ),
  TSA_URLS: setting(text, '', 'Time-stamping authorities (RFC 3161), separated by commas, tried in this order.'),
  TSA_SECONDS: setting(whole(1, 60), '10', 'Time limit of one time stamp.'),
  STORAGE_KIND: setting(
    word(['local', 's3']),
    'local',
    'Where signed files are kept; with s3 also queued uploads, so that workers of other hosts get at them.',
  ),
  STORAGE_DIR: setting(text, '', 'Folder of signed files; default DATA_DIR/assets.'),
  STORAGE_S3_ENDPOINT: setting(optionalUrl, '', 'Address of an S3-compatible service; empty: AWS.'),
  STORAGE_S3_REGION: setting(text, 'us-east-1', 'Region of the bucket.'),
  STORAGE_S3_BUCKET: setting(text, '', 'Bucket of signed files; it must exist.'),
  STORAGE_S3_PREFIX: setting(text, '', 'Put before every object’s name.'),
  STORAGE_S3_ACCESS_KEY_ID: setting(text, '', 'Access key; empty: the usual AWS sources, such as a role.'),
  STORAGE_S3_SECRET_ACCESS_KEY: setting(text, '', 'Its secret.'),
  STORAGE_S3_PATH_STYLE: setting(flag, 'true', 'Whether the bucket stands in the path and not in the host name.'),
  SMTP_HOST: setting(
    optionalHost,
    '',
    'Mail server. Empty, in development only: mails are not sent but kept in DATA_DIR/mailbox and, as long as only this machine can reach the service, shown at the address that the start prints.',
  ),
  SMTP_PORT: setting(optionalPort, '', 'Its port; empty: 587 with starttls, 465 with tls, 25 with none.'),
  SMTP_SECURITY: setting(
    word(['starttls', 'tls', 'none']),
    'starttls',
    'starttls (required, never only tried), tls, or none, which in production is for a server on this machine only.',
  ),
  SMTP_USER: setting(text, '', 'User name at the mail server; empty: no authentication.'),
  SMTP_PASSWORD: setting(z.string(), '', 'Its password.'),
  SMTP_FROM: setting(optionalSender, '', 'Who the mails are from: an address, or Some Name <some@address>.'),
  SMTP_TIMEOUT_SECONDS: setting(
    whole(1, 600),
    '60',
    'How long the mail server may be silent. Too short, and a mail that it was about to take is sent again.',
  ),
  INDEXNOW_KEY: setting(
    text.regex(/^([a-zA-Z0-9-]{8,128})?$/, 'must be 8 to 128 letters, digits and hyphens'),
    '',
    'Key of IndexNow, which is answered at /KEY.txt; empty: none.',
  ),
  SECURITY_CONTACT: setting(
    text.regex(/^(mailto:[!-~]+@[!-~]+|https:\/\/[!-~]+)?$/, 'must be a mailto: or https: address'),
    '',
    'Where flaws of this installation are reported, for security.txt: mailto:… or https://…; empty: the page /en/security.',
  ),
  RETENTION_ASSET_DAYS: setting(whole(1, 36_500), '3650', 'How long a signed file can be downloaded.'),
  RETENTION_DAYS: setting(whole(1, 3650), '30', 'How long an organization can read a result.'),
  RETENTION_ANONYMOUS_HOURS: setting(whole(1, 8760), '24', 'How long an anonymous result can be read.'),
} as const satisfies Record<string, Setting<unknown>>;

/** The value of a setting. */
export type Reader = <T>(row: Setting<T>) => T;

/** A comma-separated list of words, without empty ones. */
export function listOf(list: string): string[] {
  return list.split(',').flatMap((part) => part.trim() || []);
}
