import { z } from 'zod';
import { isAccountAddress, parseMailAddress, type MailAddress } from '../shared/mail-address.ts';
import { SIGNATURE_ALGORITHMS } from '../shared/signature-algorithms.ts';

export const ADMIN_TOKEN_CHARACTERS_MIN = 32;

/** A setting: the schema of its text in the environment, its default as text, and its description. */
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

const CONTACT = /^(mailto:[!-~]+@[!-~]+|https:\/\/[!-~]+)?$/;
/** 备 is a filing, 证 a licence; the number behind the hyphen counts the sites of one filing. */
const ICP_NUMBER = /^(\p{Script=Han}ICP[备证]\d{6,10}号(-\d{1,4})?)?$/u;
const PSB_NUMBER = /^(\p{Script=Han}公网安备 ?\d{14}号)?$/u;
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
    'development or production; empty: development, as long as only this machine can reach the service. In production the server refuses to start when a setting is missing or ambiguous.',
  ),
  HOST: setting(text.min(1), '127.0.0.1', 'Address to listen on.'),
  PORT: setting(whole(0, 65_535), '8080', 'Port to listen on; 0 picks a free one.'),
  BASE_URL: setting(optionalUrl, '', 'Public address of the service; default http://HOST:PORT.'),
  DATA_DIR: setting(text.min(1), './data', 'Folder of the embedded database, uploads in progress and certificates.'),
  DATABASE_URL: setting(text, '', 'PostgreSQL 15 or later; empty starts the embedded server.'),
  DATABASE_POOL: setting(whole(2, 200), '10', 'Maximum database connections per process.'),
  DATABASE_TIMEOUT_SECONDS: setting(
    whole(1, 600),
    '20',
    'How long the database may take for one statement before it counts as unavailable.',
  ),
  LOG_LEVEL: setting(word(['debug', 'info', 'warn', 'error', 'silent']), 'info', 'Minimum log level.'),
  METRICS_PORT: setting(
    z.union([z.literal('').transform(() => null), whole(0, 65_535)]),
    '',
    'Port of GET /metrics, in the text format of Prometheus; each process of a host needs its own, and 0 picks a free one. Empty: no metrics.',
  ),
  METRICS_HOST: setting(text.min(1), '127.0.0.1', 'Address on which METRICS_PORT is listened on.'),
  METRICS_TOKEN: setting(text, '', 'Bearer token that GET /metrics asks for; empty: none.'),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    optionalUrl,
    '',
    'Collector of OpenTelemetry that traces are sent to by OTLP over HTTP, for example http://localhost:4318; empty: no traces.',
  ),
  ADMIN_TOKEN: setting(
    text,
    '',
    `Bearer token for the administrative routes, at least ${ADMIN_TOKEN_CHARACTERS_MIN} characters; empty: none.`,
  ),
  ADMIN_EMAIL: setting(
    text.refine(isAccountAddress, { message: 'must be an email address' }),
    'admin@localhost',
    'Email of the administrator that the first start creates.',
  ),
  SECRET_KEY: setting(
    z.union([z.literal(''), text.regex(HEX_KEY, 'must be 64 hexadecimal digits')]),
    '',
    'Key that encrypts secrets in the database, 64 hexadecimal digits; empty: a file in DATA_DIR that the first start creates.',
  ),
  SECRET_KEY_PREVIOUS: setting(
    text.refine((value) => listOf(value).every((key) => HEX_KEY.test(key)), {
      message: 'must be keys of 64 hexadecimal digits, separated by commas',
    }),
    '',
    'Previous values of SECRET_KEY, separated by commas; they decrypt what they encrypted until revera secrets rotate has encrypted it again.',
  ),
  HTTP_TRUSTED_PROXIES: setting(
    text,
    '',
    'Addresses or networks of reverse proxies whose X-Forwarded-For is trusted, separated by commas.',
  ),
  ANALYSIS_THREADS: setting(whole(1, 64), '2', 'Threads that analyse files; each needs about 60 MB at rest.'),
  ANALYSIS_MEMORY_MB: setting(whole(64, 4096), '512', 'Memory limit of the C2PA engine in one thread.'),
  ANALYSIS_PIXELS: setting(
    flag,
    'true',
    'Whether the pixels of pictures are decoded and measured for traces of enlargement. With false, results say not_examined.',
  ),
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
  TRUST_FRESH_HOURS: setting(whole(1, 8760), '48', 'A copy older than this is reported as a cached version.'),
  TRUST_FETCH_SECONDS: setting(whole(1, 300), '30', 'Time limit for one fetch.'),
  TRUST_ALLOW_LOOPBACK_HTTP: setting(flag, 'false', 'Whether lists may be fetched over http from this machine.'),
  WEBHOOK_ALLOW_LOOPBACK_HTTP: setting(flag, 'false', 'Whether webhooks may lead to this machine, also over http.'),
  LIMIT_UPLOAD_MB: setting(whole(1, 10_240), '100', 'Largest image, audio file or document accepted by the API.'),
  LIMIT_UPLOAD_VIDEO_MB: setting(whole(1, 10_240), '1024', 'Largest video accepted by the API.'),
  LIMIT_ANONYMOUS_FILE_MB: setting(whole(1, 10_240), '50', 'Largest file without a key.'),
  LIMIT_ANONYMOUS_TOTAL_MB: setting(whole(1, 10_240), '200', 'Total size of the files in one request without a key.'),
  LIMIT_ANONYMOUS_PER_HOUR: setting(whole(1, 1_000_000), '30', 'Files per hour and address without a key.'),
  LIMIT_KEY_PER_SECOND: setting(whole(1, 100_000), '20', 'Requests per second with one API key.'),
  LIMIT_KEY_BURST: setting(whole(1, 100_000), '40', 'Requests in one burst with one API key.'),
  LIMIT_ANALYSIS_SECONDS: setting(
    whole(1, 600),
    '30',
    'Time limit for one file while the caller waits, queueing included.',
  ),
  LIMIT_ANONYMOUS_SECONDS: setting(whole(1, 600), '10', 'Time limit for one file without a key, queueing included.'),
  LIMIT_ANALYSIS_ASYNC_SECONDS: setting(whole(1, 86_400), '600', 'Time limit for one file of a queued job.'),
  LIMIT_SIGN_MB: setting(whole(1, 2048), '100', 'Largest file that can be signed.'),
  LIMIT_SIGN_SECONDS: setting(whole(1, 600), '60', 'Time limit for signing one file.'),
  SIGNING_CERTIFICATES_FILE: setting(
    text,
    '',
    'Production signing certificate and its intermediates, PEM, leaf first; empty: everything is signed in the sandbox.',
  ),
  SIGNING_KEY_FILE: setting(
    text,
    '',
    'Private key of the signing certificate, PEM; not together with SIGNING_COMMAND.',
  ),
  SIGNING_KEY_PASSPHRASE: setting(text, '', 'Passphrase of SIGNING_KEY_FILE, if it is encrypted.'),
  SIGNING_COMMAND: setting(
    text,
    '',
    'Program that signs instead of a key file (PKCS#11, KMS): a JSON array of the program and its arguments. SIGNING_COMMAND_ENV_X=… passes it the variable X.',
  ),
  SIGNING_COMMAND_SECONDS: setting(whole(1, 120), '10', 'Time limit for one run of SIGNING_COMMAND.'),
  SIGNING_ALGORITHM: setting(
    z.union([z.literal(''), word(SIGNATURE_ALGORITHMS)]),
    '',
    `One of ${SIGNATURE_ALGORITHMS.join(', ')}; empty: chosen by the type of key (RSA: PS256).`,
  ),
  SIGNING_THREADS: setting(
    whole(1, 64),
    '2',
    'Threads that sign; they start with the first file to sign, and a thread is blocked while it waits for its time stamp.',
  ),
  SIGNING_MEMORY_MB: setting(whole(128, 4096), '1024', 'Memory limit of the C2PA engine in one signing thread.'),
  SIGNING_OCSP: setting(flag, 'true', 'Whether to staple the OCSP response when the certificate names a responder.'),
  SIGNING_ALLOW_LOOPBACK_HTTP: setting(
    flag,
    'false',
    'Whether time-stamping authorities and OCSP responders may be on this machine.',
  ),
  TSA_URLS: setting(text, '', 'Time-stamping authorities (RFC 3161), separated by commas, tried in this order.'),
  TSA_SECONDS: setting(whole(1, 60), '10', 'Time limit for one time stamp.'),
  STORAGE_KIND: setting(
    word(['local', 's3']),
    'local',
    'Where signed files are kept; with s3, queued uploads too, so that workers on other hosts can read them.',
  ),
  STORAGE_DIR: setting(text, '', 'Folder for signed files; default DATA_DIR/assets.'),
  STORAGE_S3_ENDPOINT: setting(optionalUrl, '', 'URL of an S3-compatible service; empty: AWS.'),
  STORAGE_S3_REGION: setting(text, 'us-east-1', 'Region of the bucket.'),
  STORAGE_S3_BUCKET: setting(text, '', 'Bucket for signed files; it must exist.'),
  STORAGE_S3_PREFIX: setting(text, '', 'Prefix of every object name.'),
  STORAGE_S3_ACCESS_KEY_ID: setting(text, '', 'Access key ID; empty: the usual AWS sources, such as a role.'),
  STORAGE_S3_SECRET_ACCESS_KEY: setting(text, '', 'Secret of the access key.'),
  STORAGE_S3_PATH_STYLE: setting(flag, 'true', 'Whether the bucket name goes into the path instead of the host name.'),
  SMTP_HOST: setting(
    optionalHost,
    '',
    'Mail server. Empty, in development only: emails are not sent but kept in DATA_DIR/mailbox and, as long as only this machine can reach the service, shown at the link printed at startup.',
  ),
  SMTP_PORT: setting(
    optionalPort,
    '',
    'Port of the mail server; empty: 587 with starttls, 465 with tls, 25 with none.',
  ),
  SMTP_SECURITY: setting(
    word(['starttls', 'tls', 'none']),
    'starttls',
    'starttls (always enforced), tls, or none, which production allows only for a server on this machine.',
  ),
  SMTP_USER: setting(text, '', 'User name for the mail server; empty: no authentication.'),
  SMTP_PASSWORD: setting(z.string(), '', 'Password for the mail server.'),
  SMTP_FROM: setting(optionalSender, '', 'Sender of the emails: an address, or Some Name <some@address>.'),
  SMTP_TIMEOUT_SECONDS: setting(
    whole(1, 600),
    '60',
    'How long the mail server may be silent. If this is too short, an email that the server was about to accept is sent again.',
  ),
  EPAY_GATEWAY_URL: setting(
    optionalUrl,
    '',
    'Payment gateway that speaks epay: the address before /submit.php or /api/pay. Empty: none, and nothing is charged.',
  ),
  EPAY_PID: setting(
    text.regex(/^[A-Za-z0-9_-]{0,64}$/, 'must be at most 64 letters, digits, hyphens and underscores'),
    '',
    'Merchant number at the gateway.',
  ),
  EPAY_PROTOCOL: setting(word(['v2', 'v1']), 'v2', 'v2 (RSA), or v1 (MD5) for gateways that know nothing else.'),
  EPAY_ALLOW_V1: setting(
    flag,
    'false',
    'Whether EPAY_PROTOCOL=v1 is accepted in production: its queries carry the key in their address, and nothing signs their answers.',
  ),
  EPAY_KEY: setting(
    text,
    '',
    'v1: the merchant key, at least 16 characters. v2: our private key, RSA of 2048 bits or more, as PEM or as its base64 alone.',
  ),
  EPAY_KEY_FILE: setting(text, '', 'File that holds EPAY_KEY, in place of it.'),
  EPAY_PLATFORM_KEY: setting(
    text,
    '',
    "v2: the gateway's public key, as PEM or as its base64 alone. Not the public key that belongs to EPAY_KEY.",
  ),
  EPAY_PREVIOUS_KEY: setting(
    text,
    '',
    'v1: the merchant key before this one; v2: the platform key before this one. Notifications signed with it count until EPAY_PREVIOUS_KEY_UNTIL.',
  ),
  EPAY_PREVIOUS_KEY_UNTIL: setting(
    z.union([z.literal(''), z.iso.datetime()], { error: 'must be a time such as 2026-12-01T00:00:00Z' }),
    '',
    'When EPAY_PREVIOUS_KEY stops counting, for example 2026-12-01T00:00:00Z.',
  ),
  EPAY_CREATE: setting(
    word(['page', 'api']),
    'page',
    'page: buyers are sent to an address of the gateway that we sign ourselves. api: we ask the gateway for the address.',
  ),
  EPAY_CONFIRM_FROM_FEN: setting(
    text.regex(/^\d{1,10}$/, 'must be a whole number of at most ten digits'),
    '100000',
    'Payments of this many fen or more count only when the gateway has confirmed them to a query; 0: all of them.',
  ),
  EPAY_REFUND_SUCCESS_CODES: setting(
    text.regex(/^\d(,\d)*$/, 'must be digits separated by commas'),
    '0',
    'What the gateway answers to a refund that it has paid; some that are compatible with v1 answer 1.',
  ),
  EPAY_FULL_REFUNDS_ONLY: setting(flag, 'false', 'Whether the gateway refunds payments only as a whole.'),
  EPAY_PAY_HOSTS: setting(
    text,
    '',
    'Hosts that the gateway may send buyers to, besides its own, separated by commas; only for EPAY_CREATE=api.',
  ),
  EPAY_ALLOW_LOOPBACK_HTTP: setting(flag, 'false', 'Whether the gateway may be on this machine, without TLS.'),
  INDEXNOW_KEY: setting(
    text.regex(/^([a-zA-Z0-9-]{8,128})?$/, 'must be 8 to 128 letters, digits and hyphens'),
    '',
    'IndexNow key, served at /KEY.txt; empty: none.',
  ),
  SECURITY_CONTACT: setting(
    text.regex(CONTACT, 'must be a mailto: or https: address'),
    '',
    'Where to report security flaws in this installation, for security.txt: mailto:… or https://…; empty: the page /en/security.',
  ),
  PREVIEWS: setting(
    flag,
    'true',
    'Whether a small picture of each examined file is kept beside its result, and deleted with it.',
  ),
  OPERATOR_NAME: setting(
    text.max(200).regex(/^\P{Cc}*$/u, 'must be one line'),
    '',
    'Who runs this installation, for the foot of every page: the registered name of the company or person; empty: not shown.',
  ),
  OPERATOR_CONTACT: setting(
    text.regex(CONTACT, 'must be a mailto: or https: address'),
    '',
    'Where to reach the operator, for the foot of every page and wherever people are told to write to the operator: mailto:… or https://…; empty: not shown.',
  ),
  OPERATOR_ICP: setting(
    text.regex(ICP_NUMBER, 'must be a number such as 京ICP备12345678号-1'),
    '',
    'ICP filing number of a site in mainland China, for example 京ICP备12345678号-1, shown at the foot of every page with a link to the register; empty: none.',
  ),
  OPERATOR_PSB: setting(
    text.regex(PSB_NUMBER, 'must be a number such as 京公网安备11010502030143号'),
    '',
    'Public security filing number of a site in mainland China, for example 京公网安备11010502030143号, shown at the foot of every page with a link to the register; empty: none.',
  ),
  SOURCE_URL: setting(
    optionalUrl,
    '',
    'Where the source of this installation is, for the foot of every page; empty: only the license is named.',
  ),
  RETENTION_ASSET_DAYS: setting(whole(1, 36_500), '3650', 'How long a signed file can be downloaded.'),
  RETENTION_DAYS: setting(whole(1, 3650), '30', 'How long an organization can read a result.'),
  RETENTION_ANONYMOUS_HOURS: setting(whole(1, 8760), '24', 'How long an anonymous result can be read.'),
  RETENTION_USAGE_MONTHS: setting(
    whole(2, 1200),
    '24',
    'How many months the single rows of usage are kept; sums by day are kept permanently.',
  ),
} as const satisfies Record<string, Setting<unknown>>;

/** The value of a setting. */
export type Reader = <T>(row: Setting<T>) => T;

/** A comma-separated list of words, without empty ones. */
export function listOf(list: string): string[] {
  return list.split(',').flatMap((part) => part.trim() || []);
}
