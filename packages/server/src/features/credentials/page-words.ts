import type { CredentialStatus, TrustStatus } from '@revera/provenance';
import type { Language } from '../../shared/language.ts';

interface StateWords {
  /** Beside the word: never colour alone. */
  mark: string;
  title: string;
  text: string;
}

export interface PageWords {
  title: string;
  states: Record<CredentialStatus, StateWords>;
  since: string;
  sandbox: { title: string; text: string };
  facts: Record<
    | 'signer'
    | 'trust'
    | 'declared'
    | 'generator'
    | 'model'
    | 'organization'
    | 'signed_at'
    | 'timestamp'
    | 'media_type'
    | 'sha256'
    | 'id',
    string
  >;
  trust: Record<TrustStatus, string>;
  content_types: Readonly<Record<string, string>>;
  no_timestamp: string;
  check: { title: string; text: string };
  note: string;
}

/** Words of the public page. */
export const PAGE_WORDS: Readonly<Record<Language, PageWords>> = {
  en: {
    title: 'Content credential',
    states: {
      active: { mark: '✓', title: 'Active', text: 'This service signed the file and stands by the credential.' },
      suspended: {
        mark: '‖',
        title: 'Suspended',
        text: 'The credential is withdrawn for the time being. Look again before you rely on it.',
      },
      revoked: {
        mark: '✕',
        title: 'Revoked',
        text: 'The credential is withdrawn for good. Copies still carry its signature, but whoever had the file signed no longer stands by it.',
      },
      expired: {
        mark: '!',
        title: 'Expired',
        text: 'The signing certificate has ended, and no time stamp proves that the file was signed before.',
      },
    },
    since: 'Since',
    sandbox: {
      title: 'Sandbox.',
      text: 'Signed as a try-out, with a development certificate that only this service trusts.',
    },
    facts: {
      signer: 'Signed by',
      trust: 'Signer’s standing',
      declared: 'Declared as',
      generator: 'Made with',
      model: 'Model',
      organization: 'Declared organization (not checked)',
      signed_at: 'Signed',
      timestamp: 'Time stamp',
      media_type: 'Media type',
      sha256: 'SHA-256 of the file',
      id: 'Credential',
    },
    trust: {
      c2pa_trusted: 'on the C2PA trust list',
      legacy_trusted: 'on the older interim list',
      service_trusted: 'trusted by this service',
      not_in_trust_list: 'on no list we use',
      trust_list_unavailable: 'not known: no list was available',
      certificate_chain_invalid: 'not known: the certificate chain is not valid',
      self_signed: 'vouched for by nobody but itself',
      unknown: 'not known',
    },
    content_types: {
      ai_generated: 'made by AI',
      ai_edited: 'edited with AI',
      composite: 'composed of several sources',
      captured: 'captured by a camera or recorder',
      digital_creation: 'made by a person with digital tools',
      human_edited: 'edited by a person',
    },
    no_timestamp: 'none',
    check: {
      title: 'Check a copy yourself',
      text: 'Open the copy in Revera, or in any tool that reads C2PA content credentials: it shows whether the signature holds and whether the content is unchanged. A copy with the SHA-256 above is the signed file itself.',
    },
    note: 'A credential says who signed and what was declared. It does not say that what the content shows is true.',
  },
  'zh-CN': {
    title: '内容凭证',
    states: {
      active: { mark: '✓', title: '有效', text: '本服务签署了该文件，并对此凭证负责。' },
      suspended: { mark: '‖', title: '已暂停', text: '该凭证目前暂停使用。采信之前请再次查看。' },
      revoked: {
        mark: '✕',
        title: '已吊销',
        text: '该凭证已永久吊销。副本中仍带有签名，但委托签署的一方不再为其背书。',
      },
      expired: { mark: '!', title: '已过期', text: '签名证书已到期，且没有时间戳证明文件在此之前签署。' },
    },
    since: '时间',
    sandbox: { title: '沙箱。', text: '试签文件，使用仅本服务信任的开发证书。' },
    facts: {
      signer: '签署方',
      trust: '签署方的信任状态',
      declared: '声明的内容来源',
      generator: '制作工具',
      model: '模型',
      organization: '声明的组织（未经核实）',
      signed_at: '签署时间',
      timestamp: '时间戳',
      media_type: '媒体类型',
      sha256: '文件的 SHA-256',
      id: '凭证编号',
    },
    trust: {
      c2pa_trusted: '在 C2PA 信任列表中',
      legacy_trusted: '在早期的临时列表中',
      service_trusted: '受本服务信任',
      not_in_trust_list: '不在我们使用的任何列表中',
      trust_list_unavailable: '未知：当时没有可用的信任列表',
      certificate_chain_invalid: '未知：证书链无效',
      self_signed: '除其自身外无人担保',
      unknown: '未知',
    },
    content_types: {
      ai_generated: '由人工智能生成',
      ai_edited: '经人工智能编辑',
      composite: '由多个来源合成',
      captured: '由相机或录音设备采集',
      digital_creation: '由人使用数字工具创作',
      human_edited: '经人编辑',
    },
    no_timestamp: '无',
    check: {
      title: '自行核对副本',
      text: '在 Revera 或任何能读取 C2PA 内容凭证的工具中打开副本，即可看到签名是否有效、内容是否未被改动。SHA-256 与上面一致的副本就是签署后的原文件。',
    },
    note: '凭证说明由谁签署、声明了什么，并不表示内容所呈现的事情属实。',
  },
};
