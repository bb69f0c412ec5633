import type { LabelFinding, LabelRefusal, LabelRequest, LabelSite, LabelText, Report } from '@revera/provenance';
import { AppError } from '../../shared/app-error.ts';
import {
  decideLabel,
  decodeLabelRequest,
  isLabelRefusal,
  presentFindings,
  problemWithLabel,
} from '../../shared/label-rules.ts';
import { ValidationFailure, type ValidationProblem } from '../../shared/validation-failure.ts';
import type { LabelOrder, SignFields } from './schemas.ts';

/** The caller's word for a label built from the organization's stored provider code. */
export const AUTO_LABEL = 'auto';

/** Declarations that say that people made the content: an AI label beside one would contradict it. */
const HUMAN: ReadonlySet<SignFields['content_type']> = new Set(['captured', 'digital_creation', 'human_edited']);

interface OrderContext {
  /** Stored by the organization; null when it has none. A code is never invented. */
  providerCode: string | null;
  /** The number of this content with its producer, when the label is built here. */
  produceId: string;
}

/**
 * Reads the label that a request specifies, before anything is stored. Null when it specifies none.
 * @throws {ValidationFailure} it is not a label, breaks rules, or is `auto` without a stored code
 */
export function labelOrder(fields: SignFields, { providerCode, produceId }: OrderContext): LabelOrder | null {
  const { china_aigc: text, china_aigc_policy: policy } = fields;
  if (text === '') return null;
  if (text === AUTO_LABEL) {
    if (providerCode === null) throw refusedField({ type: 'label_no_code', message: NO_CODE });
    const own = { ContentPropagator: providerCode, PropagateID: produceId };
    const order = { policy, request: { Label: '1', ContentProducer: providerCode, ProduceID: produceId, ...own } };
    refuseContradiction(order.request, fields);
    return { ...order, propagation: own };
  }
  const request = decodeLabelRequest(text);
  if (isLabelRefusal(request)) throw refusedField(problemOf(request));
  // `replace_propagation` needs only the propagation elements; the file decides whether they suffice.
  if (policy !== 'replace_propagation' || request.Label !== undefined) {
    const decision = decideLabel(request, policy, []);
    if (decision.kind === 'refused') throw refusedField(problemOf(decision.refusal));
  }
  refuseContradiction(request, fields);
  return { policy, request, propagation: null };
}

/**
 * The label to write into a file, from the order and from what the file has; null for none.
 * @throws {AppError} CONFLICT: the file has a label, and the policy or the declared content type forbids changing it
 */
export function labelToWrite(
  order: LabelOrder | null,
  { china_aigc }: Report,
  contentType: SignFields['content_type'],
): { label: LabelText; replaces: boolean } | null {
  const existing = china_aigc.state === 'examined' ? china_aigc.facts.labels : [];
  if (order !== null && china_aigc.state !== 'examined') throw new AppError('MEDIA_PARSE_FAILED');
  const decision = order === null ? null : decide(order, existing);
  if (decision?.kind === 'refused') throw conflict(decision.refusal);
  const saysAi = decision?.kind === 'write' ? decision.label.Label === '1' : existing.some(declaresAi);
  if (saysAi && HUMAN.has(contentType)) {
    const details = { reason: 'label_contradicts_content_type', rule: 'AIGC-072' } as const;
    throw new AppError('CONFLICT', { details, cause: new Error(CONTRADICTION.en) });
  }
  return decision?.kind === 'write' ? { label: decision.label, replaces: decision.replaces } : null;
}

/** What is wrong with the labels of the signed file, which must be the new one, or those it had; null when they are right. */
export function labelProblem(written: LabelText | null, before: Report, after: Report): string | null {
  if (after.china_aigc.state !== 'examined') return 'the label could not be read back';
  if (written !== null) return problemWithLabel(after.china_aigc.facts, written);
  return sameLabels(labelsOf(before), labelsOf(after)) ? null : 'the labels of the file were changed';
}

export function labelsOf({ china_aigc }: Report): readonly LabelSite[] {
  return china_aigc.state === 'examined' ? china_aigc.facts.labels : [];
}

function decide({ request, policy, propagation }: LabelOrder, existing: readonly LabelSite[]) {
  const isPropagation = policy === 'replace_propagation' && propagation !== null && existing.length > 0;
  return decideLabel(isPropagation ? propagation : request, policy, existing);
}

function sameLabels(before: readonly LabelSite[], after: readonly LabelSite[]): boolean {
  const texts = (labels: readonly LabelSite[]): string =>
    JSON.stringify(
      labels
        .map(({ state, fields }) => [state, fields])
        .map((label) => JSON.stringify(label))
        .toSorted(),
    );
  return texts(before) === texts(after);
}

function declaresAi({ state, fields }: LabelSite): boolean {
  return state === 'decoded' && fields.Label === '1';
}

function refuseContradiction({ Label }: LabelRequest, { content_type }: SignFields): void {
  if (Label !== '1' || !HUMAN.has(content_type)) return;
  throw refusedField({ type: 'label_contradicts_content_type', message: CONTRADICTION, ctx: { content_type } });
}

const NO_CODE = {
  en: '"auto" needs the provider code of your organization, and none is stored. A code is never made up.',
  'zh-CN': '使用“auto”需要本组织已登记的服务提供者编码，目前没有。编码绝不会自动编造。',
};
const CONTRADICTION = {
  en: 'A label that says "AI generated" contradicts the declared content_type.',
  'zh-CN': '标识声明“人工智能生成”，与所声明的 content_type 矛盾。',
};
const NOT_A_LABEL = {
  en: 'Not a label: a JSON object with the elements of GB 45438-2025, all of them strings, is expected, or "auto".',
  'zh-CN': '不是有效的标识：应为包含 GB 45438-2025 各要素且值均为字符串的 JSON 对象，或“auto”。',
};

type Problem = Pick<ValidationProblem, 'type' | 'message' | 'ctx'>;

function problemOf(refusal: LabelRefusal): Problem {
  if (refusal.kind !== 'rules') {
    const detail = 'detail' in refusal ? refusal.detail : refusal.kind;
    return { type: 'label_invalid', message: NOT_A_LABEL, ctx: { detail } };
  }
  return { type: 'label_rules', message: messagesOf(refusal.findings), ctx: { rules: rulesOf(refusal.findings) } };
}

function messagesOf(findings: readonly LabelFinding[]): NonNullable<ValidationProblem['message']> {
  const worded = (language: 'en' | 'zh-CN'): string =>
    presentFindings(findings, language)
      .map(({ rule, message }) => `${rule}: ${message}`)
      .join(' ');
  return { en: worded('en'), 'zh-CN': worded('zh-CN') };
}

function rulesOf(findings: readonly LabelFinding[]): string[] {
  return [...new Set(findings.map(({ rule }) => rule))];
}

function refusedField(problem: Problem): ValidationFailure {
  return new ValidationFailure([{ loc: ['body', 'china_aigc'], ...problem }]);
}

/** The cause explains it in words, for the command line and the log. */
function conflict(refusal: LabelRefusal): AppError {
  switch (refusal.kind) {
    case 'already_labelled': {
      const details = { reason: refusal.kind, rule: 'AIGC-080', location: refusal.location };
      const cause = new Error(
        `It has a label already, in ${refusal.location}; china_aigc_policy says what to do with it.`,
      );
      return new AppError('CONFLICT', { details, cause });
    }
    case 'rules': {
      const details = { reason: 'label_incomplete', rules: rulesOf(refusal.findings) } as const;
      return new AppError('CONFLICT', { details, cause: new Error(messagesOf(refusal.findings).en) });
    }
    case 'cannot_keep':
    case 'not_a_label': {
      const details = { reason: 'label_not_kept', detail: refusal.detail } as const;
      return new AppError('CONFLICT', { details, cause: new Error(refusal.detail) });
    }
  }
}
