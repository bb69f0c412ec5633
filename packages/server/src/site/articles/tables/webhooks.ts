import { RETRY_SCHEDULE_MS, WEBHOOK_LIMITS } from '../../../features/webhooks/index.ts';
import { EVENT_TYPES, isSubscribedType, TEST_EVENT } from '../../../shared/event-types.ts';
import type { Language, Localized } from '../../../shared/language.ts';
import { sizeText, timeText } from './human-units.ts';
import { code, markdownTable } from './markdown-table.ts';

const EVENT_HEAD = { en: ['Type', 'When'], 'zh-CN': ['类型', '何时发送'] } as const;
const ON_REQUEST: Localized = { en: 'You asked for a test', 'zh-CN': '你请求发送测试' };

/** Every event that an endpoint may be told of. */
export function webhookEventTable(language: Language): string {
  return markdownTable(EVENT_HEAD[language], [
    ...Object.keys(EVENT_TYPES)
      .filter(isSubscribedType)
      .map((type) => [code(type), EVENT_TYPES[type][language]]),
    [code(TEST_EVENT), ON_REQUEST[language]],
  ]);
}

const LIMIT_HEAD = { en: ['Limit', 'Value'], 'zh-CN': ['限制', '数值'] } as const;

interface LimitRow {
  readonly about: Localized;
  readonly value: (language: Language) => string;
}

const LIMITS: readonly LimitRow[] = [
  number(WEBHOOK_LIMITS.endpointsPerOrganization, 'Webhooks of an organization', '一个组织的 Webhook 数'),
  number(WEBHOOK_LIMITS.attemptsPerEndpoint, 'Messages to one webhook at once', '同时发往一个 Webhook 的消息数'),
  size(
    WEBHOOK_LIMITS.payloadBytes,
    'Body of a message; a result that would exceed it is left out',
    '消息体；会使其超出的结果不包含在内',
  ),
  time(WEBHOOK_LIMITS.timeoutMs, 'Your server’s answer', '你的服务器作出响应的时间'),
  size(WEBHOOK_LIMITS.answerBytes, 'Of the answer, how much is read', '读取响应的长度'),
  number(WEBHOOK_LIMITS.answerCharacters, 'Of the answer, characters kept to be shown', '保留响应的字符数，供查看'),
  number(RETRY_SCHEDULE_MS.length, 'Attempts of one delivery', '一次投递的尝试次数'),
  time(
    WEBHOOK_LIMITS.failingMs,
    'A webhook is disabled when every attempt has failed for',
    '所有尝试持续失败多久后停用 Webhook',
  ),
  time(
    WEBHOOK_LIMITS.secretOverlapMs,
    'The former secret signs as well, after a rotation',
    '轮换后旧密钥继续签名的时间',
  ),
  time(WEBHOOK_LIMITS.retentionMs, 'Deliveries are kept', '投递记录保留'),
];

/** The bounds that organizations with webhooks meet; the same in every installation. */
export function webhookLimitTable(language: Language): string {
  return markdownTable(
    LIMIT_HEAD[language],
    LIMITS.map(({ about, value }) => [about[language], value(language)]),
  );
}

function number(count: number, en: string, zhCn: string): LimitRow {
  return { about: { en, 'zh-CN': zhCn }, value: () => String(count) };
}

function size(bytes: number, en: string, zhCn: string): LimitRow {
  return { about: { en, 'zh-CN': zhCn }, value: () => sizeText(bytes) };
}

function time(ms: number, en: string, zhCn: string): LimitRow {
  return { about: { en, 'zh-CN': zhCn }, value: (language) => timeText(ms, language) };
}

const SCHEDULE_HEAD = { en: ['Attempt', 'After the one before'], 'zh-CN': ['第几次', '距上一次'] } as const;
const AT_ONCE: Localized = { en: 'at once', 'zh-CN': '立即' };

/** When a message is sent again. */
export function webhookScheduleTable(language: Language): string {
  return markdownTable(
    SCHEDULE_HEAD[language],
    RETRY_SCHEDULE_MS.map((ms, at) => [String(at + 1), ms === 0 ? AT_ONCE[language] : timeText(ms, language)]),
  );
}
