import type { StatusWords } from './status-words.ts';

export const STATUSES_ZH_CN: StatusWords = {
  provenance: {
    verified: {
      heading: '凭证已核验',
      text: '内容凭证完好，内容自签署后未被改动，签署者在我们使用的信任列表中。',
    },
    strong_evidence: {
      heading: '证据较强',
      text: '现有证据彼此相符，但还缺少“凭证已核验”所需的某一项，具体见各条说明。',
    },
    partial_evidence: {
      heading: '仅有未签名的证据',
      text: '标识或普通元数据说明了来源，但未经签名，任何人都可以添加或改动。',
    },
    unknown: {
      heading: '未找到来源证据',
      short: '无证据',
      text: '没查到证据，不代表内容是真是假：大多数文件不带这类证据，许多服务也会将其去除。',
    },
    invalid: {
      heading: '凭证无效',
      text: '内容凭证或其签名证书无效，其中的说法不能归于任何人。这不说明内容是假的。',
    },
    conflicting: {
      heading: '证据相互矛盾',
      text: '不同证据对内容如何制作的说法相互矛盾，其中至少有一项不实。',
    },
    binding_failed: {
      heading: '内容与签署时不一致',
      short: '内容不匹配',
      text: '内容凭证本身完好，但与当前内容不符：文件在签署后被改动，或者凭证属于另一个文件。',
    },
  },
  integrity: {
    valid_and_bound: { heading: '完好，内容未被改动', text: '签名有效，当前内容就是签署时的内容。' },
    valid_signature_binding_failed: {
      heading: '签名有效，内容不匹配',
      text: '签名有效，但凭证属于另一份内容，或者内容在签署之后被改动过。',
    },
    signature_invalid: {
      heading: '凭证已损坏',
      text: '声明、断言或签名已损坏、在签署之后被改动，或者无法读取。',
    },
    certificate_invalid: {
      heading: '签名证书无效',
      text: '签名证书已被吊销、不在有效期内，或者不符合 C2PA 对签名证书的要求。',
    },
    trust_unverified: {
      heading: '完好，签署者未经确认',
      text: '签名有效，内容自签署后未被改动，但没有信任列表确认签署者是谁。',
    },
    no_credential: { heading: '未发现内容凭证', text: '文件中没有 C2PA 内容凭证。没有凭证，不代表内容是真是假。' },
  },
  trust: {
    c2pa_trusted: { heading: '在 C2PA 信任列表中', text: '签署者的证书可追溯到 C2PA 官方信任列表。' },
    legacy_trusted: {
      heading: '在 C2PA 临时列表中（已冻结）',
      text: '签署者的证书见于 C2PA 官方信任列表启用之前的临时列表，该列表现已冻结。',
    },
    service_trusted: {
      heading: '在运营者自己的列表中',
      text: '签署者的证书可追溯到本服务运营者自行添加的信任锚，它不在任何公开列表中。',
    },
    not_in_trust_list: {
      heading: '不在我们使用的任何信任列表中',
      text: '证书链有效，但不通向我们使用的任何列表，签署者的名称无人确认。',
    },
    trust_list_unavailable: {
      heading: '未核对：没有可用的信任列表',
      text: '验证时没有可用的信任列表，因此无法得知签署者是否在列表中。',
    },
    certificate_chain_invalid: {
      heading: '证书链无效',
      text: '各证书不能连成链，或者不符合签名证书的规定，签署者的名称不可采信。',
    },
    self_signed: {
      heading: '自签名证书',
      text: '任何人都可以用任何名称制作这样的证书，除签署者自己外无人担保。',
    },
    unknown: {
      heading: '没有可核对的签署者',
      text: '没有可读取的内容凭证，也就没有可以查找的签署者。这不代表内容是真是假。',
    },
  },
  declaration: {
    ai_generated: { heading: '由 AI 生成', short: 'AI 生成', text: '证据声明内容由生成式模型制作。' },
    ai_edited: { heading: '经 AI 编辑', short: 'AI 编辑', text: '证据声明生成式模型编辑了内容的一部分。' },
    ai_possible: {
      heading: '可能由 AI 生成',
      text: '按标准，标识取值 2 表示内容可能由人工智能生成，未说明由谁判断。',
    },
    ai_suspected: {
      heading: '疑似由 AI 生成',
      text: '按标准，标识取值 3 表示内容疑似由人工智能生成，未说明由谁判断。',
    },
    human_edited: { heading: '经人工编辑', short: '人工编辑', text: '证据声明内容由人编辑。' },
    digital_creation: {
      heading: '由人使用软件创作',
      short: '人工创作',
      text: '证据声明内容由人使用非生成式的软件制作。',
    },
    captured: {
      heading: '由相机或录制设备采集',
      short: '拍摄或录制',
      text: '证据声明内容由相机、扫描仪或录音设备采集。',
    },
    composite: { heading: '由多个来源合成', short: '合成', text: '证据声明内容由多个来源组合而成。' },
    undeclared: { heading: '未说明', text: '有证据，但没有说明内容是如何制作的。' },
    none: { heading: '没有声明', text: '没有证据说明内容是如何制作的。这不代表内容是真是假。' },
  },
  ai: {
    yes: { heading: '是（有证据声明）' },
    no: { heading: '否（由受信任的签署者声明）' },
    unknown: { heading: '无法得知' },
  },
  metadata: {
    ai_generated: { heading: '写明由 AI 生成', text: '普通元数据中有生成工具留下的标记。元数据未经签名。' },
    ai_edited: { heading: '写明经 AI 编辑', text: '普通元数据中有 AI 编辑的标记。元数据未经签名。' },
    captured: { heading: '写明相机或录制设备', text: '普通元数据写明了相机、扫描仪或录制设备。元数据未经签名。' },
    software: { heading: '写明软件', text: '普通元数据写明了写出文件的软件，这不能说明内容从何而来。' },
    conflicting: { heading: '自相矛盾', text: '元数据中一处表示由 AI 生成，另一处表示由相机拍摄。' },
    unattributed: {
      heading: '没有我们认识的名称',
      text: '有设备或软件的字段，但其内容不在我们的对照表中，由此得不出结论。',
    },
    not_found: { heading: '未发现', text: '没有字段写明相机、软件或生成工具。没有元数据，不代表内容是真是假。' },
    unreadable: { heading: '无法读取', text: '未能查看元数据，因此无从得知其中内容。' },
  },
  resolution: {
    native: { heading: '原生分辨率', text: '未发现插值放大的痕迹。这不能排除由 AI 模型放大。' },
    likely_upscaled: {
      heading: '可能经过放大',
      text: '测量结果或元数据与放大过的图像相符。这不说明由谁放大、为何放大。',
    },
    uncertain: { heading: '无法判断', text: '不能说明图像是否经过放大。' },
  },
  credential: {
    active: { heading: '有效', text: '本服务签署了该文件，并对此凭证负责。' },
    suspended: { heading: '已暂停', text: '该凭证目前暂停使用。采信之前请再次查看。' },
    revoked: { heading: '已吊销', text: '该凭证已永久吊销。副本中仍带有签名，但委托签署的一方不再为其背书。' },
    expired: { heading: '已过期', text: '签名证书已到期，且没有时间戳证明文件在此之前签署。' },
  },
  level: {
    good: { heading: '已确认', text: '经检查属实的事项。' },
    info: { heading: '说明', text: '有助于理解结果的事项。' },
    warning: { heading: '注意', text: '采信之前应当考虑的事项。' },
    critical: { heading: '问题', text: '经检查无效，或与其他证据相互矛盾的事项。' },
  },
  unexamined: { failed: { heading: '未能检查' }, not_examined: { heading: '未检查' } },
  validation: { valid: { heading: '有效' }, trusted: { heading: '有效且可信' }, invalid: { heading: '无效' } },
  revocation: {
    not_revoked: { heading: '未吊销（文件中有证据）' },
    revoked: { heading: '已吊销' },
    not_checked: { heading: '未检查：文件中没有相关证据' },
  },
  label: { decoded: { heading: '已读取' }, empty: { heading: '为空' }, undecodable: { heading: '无法读取' } },
  severity: { error: { heading: '错误' }, warning: { heading: '警告' }, info: { heading: '提示' } },
  evidence: {
    generated: { heading: '由 AI 生成' },
    edited: { heading: '经 AI 编辑' },
    captured: { heading: '拍摄或录制' },
    software: { heading: '软件' },
  },
};
