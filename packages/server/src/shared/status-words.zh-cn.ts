import type { StatusVocabulary } from './status-vocabulary.ts';

/** 各公开状态的用语：`label` 是短名称，`text` 是一句说明。此表决定其他语言须有哪些条目。 */
export const STATUSES_ZH_CN = {
  provenance: {
    verified: {
      label: '已验证',
      text: '内容凭证完好，内容自签署后未被改动，签署者在我们使用的信任列表中。',
    },
    strong_evidence: {
      label: '证据较强',
      text: '现有证据彼此相符，但还缺少“已验证”所需的某一项，具体见各条说明。',
    },
    partial_evidence: {
      label: '有部分证据',
      text: '标识或普通元数据说明了来源，但未经签名，任何人都可以添加或改动。',
    },
    unknown: {
      label: '未知',
      text: '没有发现说明来源的证据。没有证据不能证明任何事：大多数文件不带这类证据，许多服务也会将其去除。',
    },
    invalid: {
      label: '凭证无效',
      text: '内容凭证或其签名证书不成立，其中的说法不能归于任何人。这不说明内容是假的。',
    },
    conflicting: {
      label: '证据矛盾',
      text: '不同证据对内容如何制作的说法相互矛盾，其中至少有一项不实。',
    },
    binding_failed: {
      label: '与所签内容不符',
      text: '内容凭证本身完好，但当前内容不是它签署时的内容。',
    },
  },
  integrity: {
    valid_and_bound: {
      label: '完好，内容未被改动',
      text: '签名有效，当前内容就是签署时的内容。',
    },
    valid_signature_binding_failed: {
      label: '签名有效，内容不符',
      text: '签名有效，但凭证属于另一份内容，或者内容在签署之后被改动过。',
    },
    signature_invalid: {
      label: '不完好',
      text: '声明、断言或签名已损坏、在签署之后被改动，或者无法读取。',
    },
    certificate_invalid: {
      label: '签名证书无效',
      text: '签名证书已被吊销、不在有效期内，或者不符合 C2PA 对签名证书的要求。',
    },
    trust_unverified: {
      label: '完好，签署者未经确认',
      text: '签名有效，内容自签署后未被改动，但没有信任列表确认签署者是谁。',
    },
    no_credential: {
      label: '没有内容凭证',
      text: '文件中没有发现 C2PA 内容凭证。没有凭证不能证明任何事。',
    },
  },
  trust: {
    c2pa_trusted: {
      label: '在 C2PA 信任列表中',
      text: '签署者的证书可追溯到 C2PA 官方信任列表。',
    },
    legacy_trusted: {
      label: '在早期的临时列表中',
      text: '签署者的证书见于 C2PA 官方信任列表启用之前的临时列表，该列表现已冻结。',
    },
    service_trusted: {
      label: '受本服务信任',
      text: '签署者的证书可追溯到本服务运营者自行添加的信任锚，它不在任何公开列表中。',
    },
    not_in_trust_list: {
      label: '已签署，签署者不在我们使用的任何列表中',
      text: '证书链成立，但不通向我们使用的任何列表，签署者的名称无人确认。',
    },
    trust_list_unavailable: {
      label: '未能核对：没有可用的信任列表',
      text: '验证时没有可用的信任列表，因此无法得知签署者是否在列表中。',
    },
    certificate_chain_invalid: {
      label: '证书链无效',
      text: '各证书不能连成链，或者不符合签名证书的规定，签署者的名称不能说明任何事。',
    },
    self_signed: {
      label: '证书由签署者自制',
      text: '任何人都可以用任何名称制作这样的证书，除签署者自己外无人担保。',
    },
    unknown: {
      label: '无从判断',
      text: '没有可读取的内容凭证，也就没有可以查找的签署者。这不能证明任何事。',
    },
  },
  declaration: {
    ai_generated: { label: '由人工智能生成', text: '证据声明内容由生成式模型制作。' },
    ai_edited: { label: '经人工智能编辑', text: '证据声明生成式模型编辑了内容的一部分。' },
    ai_possible: {
      label: '可能由人工智能生成',
      text: '按标准，标识取值 2 表示内容可能由人工智能生成，未说明由谁判断。',
    },
    ai_suspected: {
      label: '疑似由人工智能生成',
      text: '按标准，标识取值 3 表示内容疑似由人工智能生成，未说明由谁判断。',
    },
    human_edited: { label: '经人工编辑', text: '证据声明内容由人编辑。' },
    digital_creation: { label: '由人使用数字工具创作', text: '证据声明内容由人使用非生成式的软件制作。' },
    captured: { label: '由相机或录制设备采集', text: '证据声明内容由相机、扫描仪或录音设备采集。' },
    composite: { label: '由多个来源合成', text: '证据声明内容由多个来源组合而成。' },
    undeclared: { label: '未说明', text: '有证据，但没有说明内容是如何制作的。' },
    none: { label: '没有声明', text: '没有证据说明内容是如何制作的。这不能证明任何事。' },
  },
  metadata: {
    ai_generated: { label: '写明由人工智能生成', text: '普通元数据中有生成工具留下的标记。元数据未经签名。' },
    ai_edited: { label: '写明经人工智能编辑', text: '普通元数据中有人工智能编辑的标记。元数据未经签名。' },
    captured: { label: '写明相机或录制设备', text: '普通元数据写明了相机、扫描仪或录制设备。元数据未经签名。' },
    software: { label: '写明软件', text: '普通元数据写明了写出文件的软件，这不能说明内容从何而来。' },
    conflicting: { label: '自相矛盾', text: '元数据中一处表示由人工智能生成，另一处表示由相机拍摄。' },
    unattributed: {
      label: '没有我们认识的名称',
      text: '有设备或软件的字段，但其内容不在我们的对照表中。这不能证明任何事。',
    },
    not_found: { label: '未发现', text: '没有字段写明相机、软件或生成工具。没有元数据不能证明任何事。' },
    unreadable: { label: '无法读取', text: '未能查看元数据，因此无从得知其中内容。' },
  },
  resolution: {
    native: { label: '原生分辨率', text: '测量结果与未经放大的图像相符。' },
    likely_upscaled: { label: '可能经过放大', text: '测量结果与放大过的图像相符。这不说明由谁放大、为何放大。' },
    uncertain: { label: '无法判断', text: '不能说明图像是否经过放大。' },
  },
  credential: {
    active: { label: '有效', text: '本服务签署了该文件，并对此凭证负责。' },
    suspended: { label: '已暂停', text: '该凭证目前暂停使用。采信之前请再次查看。' },
    revoked: { label: '已吊销', text: '该凭证已永久吊销。副本中仍带有签名，但委托签署的一方不再为其背书。' },
    expired: { label: '已过期', text: '签名证书已到期，且没有时间戳证明文件在此之前签署。' },
  },
  level: {
    good: { label: '成立', text: '经检查成立的事项。' },
    info: { label: '说明', text: '有助于理解结果的事项。' },
    warning: { label: '注意', text: '采信之前应当考虑的事项。' },
    critical: { label: '不成立', text: '经检查不成立或相互矛盾的事项。' },
  },
} satisfies StatusVocabulary;
