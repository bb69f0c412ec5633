import { PIXEL_BOUNDS } from '../../../shared/pixel-bounds.ts';
import { THUMBNAIL_COPY_BOUNDS } from '../../../shared/thumbnail-bounds.ts';
import type { Language, Localized } from '../../../shared/language.ts';
import type { ServerLimits } from '../../../shared/limits.ts';
import type { PageServices } from '../../services.ts';
import { sizeText, timeText } from './human-units.ts';
import { code, markdownTable, NONE } from './markdown-table.ts';

const HEAD = {
  en: ['Limit', 'Value', 'Setting'],
  'zh-CN': ['限制', '数值', '对应设置'],
} as const;

/** The name of a setting, or none where the operator cannot change the value. */
type SettingName = string | null;

interface LimitRow {
  readonly about: Localized;
  readonly value: (limits: ServerLimits, services: PageServices, language: Language) => string;
  readonly setting: SettingName;
}

const ROWS: readonly LimitRow[] = [
  size('uploadFileBytes', 'LIMIT_UPLOAD_MB', 'Image, audio file or document, with a key', '图片、音频或文档，带密钥'),
  size('uploadVideoBytes', 'LIMIT_UPLOAD_VIDEO_MB', 'Video, with a key', '视频，带密钥'),
  size('signFileBytes', 'LIMIT_SIGN_MB', 'File to sign', '待签署的文件'),
  size('anonymousFileBytes', 'LIMIT_ANONYMOUS_FILE_MB', 'File without a key', '不带密钥的单个文件'),
  count('anonymousFiles', null, 'Files in one request without a key', '不带密钥时一次请求的文件数'),
  size('anonymousTotalBytes', 'LIMIT_ANONYMOUS_TOTAL_MB', 'All files of such a request', '此类请求中全部文件'),
  size('jsonBodyBytes', null, 'JSON body', 'JSON 请求体'),
  count('multipartFields', null, 'Text fields of a form', '表单中的文本字段数'),
  size('multipartFieldBytes', null, 'One text field', '单个文本字段'),
  count('filenameCharacters', null, 'Characters of a file name', '文件名的字符数'),
  rate(
    'apiKeyPerSecond',
    'LIMIT_KEY_PER_SECOND',
    'second',
    'Sustained requests with one key',
    '一个密钥的持续请求速率',
  ),
  count('apiKeyBurst', 'LIMIT_KEY_BURST', 'Requests with one key at once', '一个密钥可以同时发出的请求'),
  rate(
    'publicReadPerSecond',
    null,
    'second',
    'Sustained reads of jobs and public credentials',
    '读取任务与公开凭证的持续速率',
  ),
  count('publicReadBurst', null, 'The same, at once', '同上，可以同时发出的请求'),
  rate(
    'anonymousAnalysesPerHour',
    'LIMIT_ANONYMOUS_PER_HOUR',
    'hour',
    'Files without a key, by address',
    '不带密钥时每个地址验证文件',
  ),
  rate('refusedTokensPerMinute', null, 'minute', 'Refused keys, by address', '每个地址被拒绝的密钥'),
  {
    about: { en: 'Sign-in attempts, by address and account', 'zh-CN': '登录尝试，按地址与账户计' },
    value: ({ loginAttempts, loginWindowMs }, _services, language) =>
      per(loginAttempts, timeText(loginWindowMs, language), language),
    setting: null,
  },
  rate(
    'accountMailsPerHour',
    null,
    'hour',
    'Emails to one recipient, requested from one address',
    '同一地址请求发往同一收件人的邮件',
  ),
  rate('invitationsPerHour', null, 'hour', 'Invitations, by account', '每个账户的邀请'),
  rate('exportsPerHour', null, 'hour', 'Data exports, by account', '每个账户的数据导出'),
  time(
    'analysisSynchronousMs',
    'LIMIT_ANALYSIS_SECONDS',
    'Analysing a file while the caller waits, including time in the queue',
    '调用方等待时分析一个文件，包括排队等待的时间',
  ),
  time('analysisAnonymousMs', 'LIMIT_ANONYMOUS_SECONDS', 'The same without a key', '同上，不带密钥'),
  time(
    'analysisAsynchronousMs',
    'LIMIT_ANALYSIS_ASYNC_SECONDS',
    'Analysing a file as a queued job',
    '排队任务中分析一个文件',
  ),
  time('signingMs', 'LIMIT_SIGN_SECONDS', 'Signing a file', '签署一个文件'),
  time('httpRequestMs', null, 'A whole request, with its upload', '整个请求，包括上传'),
  time('httpHeadersMs', null, 'Headers of a request', '请求头'),
  {
    about: { en: 'Minimum average speed of a request body', 'zh-CN': '请求体的最低平均速度' },
    value: ({ bodyBytesPerSecond, bodyGraceMs }, _services, language) => {
      const [pace, grace] = [sizeText(bodyBytesPerSecond), timeText(bodyGraceMs, language)];
      return language === 'en' ? `${pace} per second, after ${grace}` : `每秒 ${pace}，前 ${grace}不计`;
    },
    setting: null,
  },
  time('httpInactivityMs', null, 'An idle connection', '没有数据往来的连接'),
  count('connectionsPerAddress', null, 'Connections from one address at once', '一个地址可以同时打开的连接'),
  time('idempotencyMs', null, 'An `Idempotency-Key` is remembered', '记住 `Idempotency-Key` 的时间'),
  count('pageSizeMax', null, 'Objects in one list response', '列表一次返回的对象数'),
  fixed(
    String(THUMBNAIL_COPY_BOUNDS.pictures),
    'Thumbnails copied from the manifests of a file',
    '一个文件的清单中复制的缩略图数',
  ),
  fixed(sizeText(THUMBNAIL_COPY_BOUNDS.pictureBytes), 'One such thumbnail', '单个此类缩略图'),
  fixed(sizeText(THUMBNAIL_COPY_BOUNDS.fileBytes), 'Total size of these thumbnails', '一个文件的全部此类缩略图'),
  fixed(String(THUMBNAIL_COPY_BOUNDS.pixels), 'Pixels of one thumbnail', '单个缩略图的像素数'),
  {
    about: { en: 'Copying all of them', 'zh-CN': '复制全部缩略图' },
    value: (_limits, _services, language) => timeText(THUMBNAIL_COPY_BOUNDS.fileMs, language),
    setting: null,
  },
  fixed(
    String(PIXEL_BOUNDS.mostPixels),
    'Pixels of a picture whose resolution is measured: JPEG, PNG',
    '测量分辨率的图像的像素数上限：JPEG、PNG',
  ),
  fixed(
    String(PIXEL_BOUNDS.mostPixelsHeldWhole),
    'The same: WebP, GIF, progressive JPEG, interlaced PNG',
    '同上：WebP、GIF、渐进式 JPEG、隔行 PNG',
  ),
  fixed(String(PIXEL_BOUNDS.mostPixelsTiff), 'The same: TIFF', '同上：TIFF'),
  fixed(String(PIXEL_BOUNDS.mostPixelsAvif), 'The same: AVIF', '同上：AVIF'),
  fixed(String(PIXEL_BOUNDS.leastPixels), 'Fewest pixels of such a picture', '此类图像的最少像素数'),
  fixed(String(PIXEL_BOUNDS.leastSide), 'Shortest side of such a picture, in pixels', '此类图像短边的最少像素数'),
  fixed(
    `${PIXEL_BOUNDS.windowSide} x ${PIXEL_BOUNDS.windowSide}`,
    'Part in its middle that is measured, at most',
    '其中间被测量的部分，最大尺寸',
  ),
  {
    about: { en: 'Measuring one picture', 'zh-CN': '测量一幅图像' },
    value: (_limits, _services, language) => timeText(PIXEL_BOUNDS.measuringMs, language),
    setting: 'ANALYSIS_PIXELS',
  },
  kept(
    'RETENTION_DAYS',
    'Result of an organization is kept',
    '组织的结果保留',
    ({ verification }) => verification.retentionMs,
  ),
  kept(
    'RETENTION_ANONYMOUS_HOURS',
    'Result without a key is kept',
    '不带密钥的结果保留',
    ({ verification }) => verification.anonymousRetentionMs,
  ),
  kept('RETENTION_ASSET_DAYS', 'Signed file is kept', '已签署的文件保留', ({ assetRetentionMs }) => assetRetentionMs),
];

/** The bounds that callers meet, with the values of this installation. */
export function limitTable(language: Language, services: PageServices): string {
  return markdownTable(
    HEAD[language],
    ROWS.map(({ about, value, setting }) => [
      about[language],
      value(services.limits, services, language),
      setting === null ? NONE : code(setting),
    ]),
  );
}

function size(name: keyof ServerLimits, setting: SettingName, en: string, zhCn: string): LimitRow {
  return { about: { en, 'zh-CN': zhCn }, value: (limits) => sizeText(limits[name]), setting };
}

function count(name: keyof ServerLimits, setting: SettingName, en: string, zhCn: string): LimitRow {
  return { about: { en, 'zh-CN': zhCn }, value: (limits) => String(limits[name]), setting };
}

/** The same in every installation. */
function fixed(text: string, en: string, zhCn: string): LimitRow {
  return { about: { en, 'zh-CN': zhCn }, value: () => text, setting: null };
}

function time(name: keyof ServerLimits, setting: SettingName, en: string, zhCn: string): LimitRow {
  return {
    about: { en, 'zh-CN': zhCn },
    value: (limits, _services, language) => timeText(limits[name], language),
    setting,
  };
}

const UNITS = {
  second: { en: 'second', 'zh-CN': '秒' },
  minute: { en: 'minute', 'zh-CN': '分钟' },
  hour: { en: 'hour', 'zh-CN': '小时' },
} as const;

function rate(
  name: keyof ServerLimits,
  setting: SettingName,
  unit: keyof typeof UNITS,
  en: string,
  zhCn: string,
): LimitRow {
  return {
    about: { en, 'zh-CN': zhCn },
    value: (limits, _services, language) => per(limits[name], UNITS[unit][language], language),
    setting,
  };
}

function per(amount: number, unit: string, language: Language): string {
  return language === 'en' ? `${amount} per ${unit}` : `每${/^\d/.test(unit) ? ` ${unit}` : unit} ${amount} 次`;
}

function kept(setting: string, en: string, zhCn: string, ms: (services: PageServices) => number): LimitRow {
  return {
    about: { en, 'zh-CN': zhCn },
    value: (_limits, services, language) => timeText(ms(services), language),
    setting,
  };
}
