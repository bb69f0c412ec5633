import { STATUSES_ZH_CN } from './statuses-zh-cn.ts';

const { integrity, provenance } = STATUSES_ZH_CN;

/** Notes on credentials that are absent, that cannot be read, and that do not hold. */
export const FAILURE_NOTES_ZH_CN = {
  c2pa_reader_failed: {
    title: '未能检查内容凭证',
    text: '读取程序在处理此文件时失败，因此本结果不说明文件中是否有内容凭证。',
  },
  c2pa_too_many_parts: {
    title: '未检查内容凭证',
    text: '该文件由过多的部分组成，查找凭证耗时过长。因此本结果不说明其中是否有凭证：既不表示有，也不表示没有。',
  },
  no_credential: {
    title: integrity.no_credential.heading,
    text: '文件中没有 C2PA 内容凭证。没查到证据，不代表内容是真是假：大多数文件都没有凭证，许多平台也会将其去除。',
  },
  no_embedding_for_format: {
    title: '不读取此格式中的内容凭证',
    text: 'C2PA 没有为 {media_type} 规定内容凭证的位置，或者只在较新的版本中才有规定，而本版本尚不读取。即使其中有凭证，也不会被发现。',
  },
  store_no_hard_binding: {
    title: '内容凭证未绑定任何内容',
    text: '文件中的一份清单没有内容哈希，因此无法与此文件或任何文件对应。其中的内容均不可采信。',
  },
  store_several_hard_bindings: {
    title: '内容凭证有多个内容绑定',
    text: '文件中的一份清单带有多个内容哈希，C2PA 不允许这样做，无法确定以哪个为准。其中的内容均不可采信。',
  },
  store_claim_missing: {
    title: '内容凭证缺少声明',
    text: '文件中的一份清单缺少声明（即被签名的部分）。其中的内容均不可采信。',
  },
  store_several_claims: {
    title: '内容凭证有多份声明',
    text: '文件中的一份清单带有多份声明，无法确定被签名的是哪一份。其中的内容均不可采信。',
  },
  store_claim_malformed: {
    title: '声明无法读取',
    text: '文件中的一份声明不符合 C2PA 规定的格式。其中的内容均不可采信。',
  },
  store_signature_missing: {
    title: '内容凭证没有签名',
    text: '文件中的一份清单没有对其声明的签名。其中的内容均不可采信。',
  },
  store_signature_malformed: {
    title: '签名无法读取',
    text: '凭证中的一个签名不符合 C2PA 规定的格式，或缺少证书，因此无法验证。',
  },
  store_assertion_missing: {
    title: '内容凭证不完整',
    text: '声明中提到的一项断言不在文件中。此凭证的内容均不可采信。',
  },
  store_assertion_malformed: {
    title: '凭证中的一项断言无法读取',
    text: '文件中的一项断言不符合 C2PA 规定的格式。此凭证的内容均不可采信。',
  },
  store_update_manifest_invalid: {
    title: '对内容凭证的更新不合规定',
    text: '一份清单自称只更新先前的清单，却包含更新清单不得包含的内容。其中的内容均不可采信。',
  },
  no_embedding_in_codestream: {
    title: 'JPEG XL 裸码流无法携带内容凭证',
    text: '内容凭证存放在 JPEG XL 的容器中，而此文件没有容器，只有图像码流本身。',
  },
  no_embedding_without_file_type: {
    title: '没有文件类型盒（ftyp）的 QuickTime 文件无法携带内容凭证',
    text: '此文件采用较早的 QuickTime 结构。内容凭证应位于文件类型盒之后，而此文件没有这个盒。',
  },
  store_malformed: {
    title: '内容凭证已损坏',
    text: '文件中有清单存储，但无法读取，其中的任何内容都不可采信。',
  },
  store_unknown_algorithm: {
    title: '内容凭证使用了未知算法',
    text: '文件中有清单存储，但其中没有 C2PA 允许的算法，因此无法验证。',
  },
  store_prerelease_format: {
    title: '内容凭证采用 C2PA 1.0 之前的格式',
    text: '文件中有清单存储，但其格式从未写入已发布的规范，无法验证。',
  },
  store_too_large: {
    title: '内容凭证过大',
    text: '文件中有清单存储，但超出了可检查的大小上限。',
  },
  store_engine_error: {
    title: '无法读取内容凭证',
    text: '文件中有清单存储，但文件或清单存储本身不符合格式要求，其中的任何内容都不可采信。',
  },
  store_reader_crashed: {
    title: '无法读取内容凭证',
    text: '文件中有清单存储，但读取时程序崩溃。正常的凭证不会如此，其中的任何内容都不可采信。',
  },
  signature_invalid: {
    title: integrity.signature_invalid.heading,
    text: '声明、断言或签名在签署之后被改动或损坏，其中的说法不能归于任何人。',
  },
  ingredient_broken: {
    title: '历史记录中的一部分不完整',
    text: '某个素材的清单在本文件签署之后被改动或损坏，它所记录的历史不可采信。',
  },
  ingredient_certificate_invalid: {
    title: '历史中有证书无效',
    text: '历史中的一部分所用的签名证书已经到期、被吊销或不符合要求，因此该部分的内容未经证明。',
  },
  certificate_revoked: {
    title: '签名证书已被吊销',
    text: '签发该证书的机构已将其吊销，此内容凭证无效。',
  },
  certificate_expired: {
    title: '签名证书已过期',
    text: '证书已于 {end} 到期，没有证据能证明签署时间。',
  },
  certificate_outside_validity: {
    title: '签名证书当时不在有效期内',
    text: '签名是在证书有效期之外完成的，因此无效。',
  },
  certificate_profile_broken: {
    title: '签名证书不符合要求',
    text: '证书不符合 C2PA 对签名证书的规定，因此签名无效。',
  },
  certificate_is_not_forgery: {
    title: '这不代表内容是假的',
    text: '证书的问题不说明内容真假，只说明这个签名不能为内容作证。',
  },
  binding_failed: {
    title: provenance.binding_failed.heading,
    text: '内容凭证本身完好，但它不是为这份内容签署的。“{signer}”签署的是另一份内容，或者文件后来被编辑或重新编码。',
  },
  content_differs: {
    title: provenance.binding_failed.heading,
    text: '凭证中的内容哈希与此文件不符：文件在签署后被改动，或者凭证属于另一个文件。',
  },
  failure_unexplained: {
    title: '内容凭证未被接受',
    text: 'C2PA 引擎拒绝了此凭证，但没有给出原因。结果不采信此凭证，但这不代表有人改动过它。',
  },
  credential_unconfirmed: {
    title: '内容凭证未能得到确认',
    text: '没有任何检查能确认签名成立、且凭证确实属于这份内容，因此不采信此凭证。',
  },
} as const;
