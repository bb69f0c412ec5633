import type { MetadataStatus } from '../verdict/verdict.ts';
import { STATUSES_ZH_CN } from './statuses-zh-cn.ts';

import type { METADATA_NOTES_EN } from './metadata-words-en.ts';

/** 厂商元数据的说明。`{name}`、`{camera}` 是文件中的文字，`{field}` 是本产品的用语。 */
export const METADATA_NOTES_ZH_CN: Readonly<Record<keyof typeof METADATA_NOTES_EN, { title: string; text: string }>> = {
  metadata_contradicts_credential: {
    title: '内容凭证与元数据互相矛盾',
    text: '内容凭证声明：{credential}。元数据中却有人工智能生成的标记（{name}，位于 {field}），且处于凭证所覆盖的内容之内。至少有一方不实，都不能照单全收。',
  },
  metadata_conflicting: {
    title: said('conflicting'),
    text: '一处字段表示内容由人工智能生成（{name}，位于 {field}），另一处表示由相机拍摄（{camera}，位于 {camera_field}）。两者均未签名。可能以照片为底图生成，也可能其中一项是后来添加的。',
  },
  metadata_ai_generated: {
    title: said('ai_generated'),
    text: '生成工具在 {field} 中留下了标记：{name}。元数据未经签名，任何人都可以写入或去除。',
  },
  metadata_ai_edited: {
    title: said('ai_edited'),
    text: '内容经过人工智能编辑，不一定由其生成：标记位于 {field}（{name}）。元数据未经签名，任何人都可以写入或去除。',
  },
  metadata_captured: {
    title: said('captured'),
    text: '{field} 写明由 {name} 拍摄或录制。元数据未经签名，可以被复制到任何文件上，也不能说明没有人工智能参与。',
  },
  metadata_captured_saved: {
    title: said('captured'),
    text: '{field} 写明由 {name} 拍摄或录制，最后由 {software} 保存。元数据未经签名，可以被复制到任何文件上，也不能说明没有人工智能参与。',
  },
  metadata_software: {
    title: said('software'),
    text: '{field} 写明文件由 {name} 写出，这不能说明内容从何而来。元数据未经签名。',
  },
  metadata_unattributed: {
    title: said('unattributed'),
    text: '文件中有用于设备或软件的字段，但其内容不在我们的对照表中，由此得不出结论。',
  },
  metadata_not_found: {
    title: '未发现厂商元数据',
    text: '没有字段写明相机、软件或生成工具。没有元数据，不代表内容是真是假：大多数服务会将其去除。',
  },
  metadata_unreadable: {
    title: said('unreadable'),
    text: '文件已损坏、超出限制，或其格式的元数据不在读取范围内，因此无从得知其中内容。',
  },
  metadata_by_label: {
    title: '只有标识写明了来源',
    text: '其他元数据没有写明生成工具；{name} 由 AIGC 标识写明。',
  },
  metadata_by_label_unnamed: {
    title: '只有标识涉及人工智能',
    text: '其他元数据没有写明生成工具，AIGC 标识也没有写明可以核对的来源。',
  },
  metadata_reader_failed: {
    title: '无法检查元数据',
    text: '厂商元数据读取器在处理该文件时失败，因此本结果不说明其中内容。',
  },
  metadata_not_examined: {
    title: '未检查元数据',
    text: '该结果由尚不查看厂商元数据的版本生成。',
  },
  metadata_signature_verified: {
    title: '元数据带有签名且未被改动',
    text: '{vendor} 对画面连同其元数据一并签名，该签名有效。它不是 C2PA 凭证。',
  },
  metadata_not_authenticated: {
    title: '任何人都可能写入这些元数据',
    text: '文件中没有任何机制防止元数据被添加或改动。它们是陈述，不是证明。',
  },
  metadata_search_incomplete: {
    title: '未能完整读取元数据',
    text: '文件的部分内容已损坏、被加密或超出限制（{what}），如果标记在其中则无法发现。',
  },
  sources_differ: {
    title: '各项证据写明的来源不同',
    text: '内容凭证写明 {credential_source}，元数据写明 {name}（位于 {field}）。两者都表示有人工智能参与。',
  },
  sources_differ_label_metadata: {
    title: '各项证据写明的来源不同',
    text: 'AIGC 标识写明 {label_source}，元数据写明 {name}（位于 {field}）。两者都表示有人工智能参与，但不能相互印证。',
  },
  sources_differ_label_credential: {
    title: '各项证据写明的来源不同',
    text: '内容凭证写明 {credential_source}，AIGC 标识写明 {label_source}。两者都表示有人工智能参与。',
  },
  camera_beside_generation: {
    title: '同时存在相机信息与人工智能生成的声明',
    text: '{camera_field} 写明了相机（{camera}），而其他证据声明内容由人工智能生成。可能以照片为底图生成。',
  },
  product_conforming: {
    title: '由符合性产品签署',
    text: '证书写明 {applicant} 的 {product}，它是 C2PA 符合性计划中的产品，保障等级为 {level}。',
  },
  product_may_not_claim: {
    title: '该产品不得声明拍摄',
    text: 'C2PA 符合性计划不允许 {product} 声明内容由拍摄得到或未使用人工智能制作，因此其声明不按此计算。',
  },
};

function said(status: MetadataStatus): string {
  return `元数据${STATUSES_ZH_CN.metadata[status].heading}`;
}
