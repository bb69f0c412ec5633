import type { Words } from '../../../shared/words.ts';

/** 签署页的文字。 */
export const SIGN_ZH_CN = {
  title: '签署文件',
  lead: '为一个文件写入内容凭证：声明内容如何产生，并由本服务签署。结果会先经过验证，合格才交付。',
  modeLive: '本服务使用正式证书签署。',
  modeTest: '本服务没有正式证书：用开发证书签署，结果标为沙箱，只有本服务信任。',
  file: '文件',
  fileHint: (size: string) => `不超过 ${size}。文件类型由内容判断。`,
  contentType: '内容如何产生',
  contentTypeHint: '这是你的声明，随文件一起签署，之后不能更改。',
  preview: '已选择的文件',
  kinds: { camera: '相机或录制设备', person: '人使用软件', ai: '生成式 AI' },
  details: '随凭证显示的其他信息',
  reasons: {
    unsafe_structure: '此文件的结构无法在不损坏内容的前提下签署。请重新导出后再试。',
    no_place_for_a_label: '这种文件类型没有写入标识的位置。请选择不写入标识，或换一种格式。',
    no_room_for_a_label: '文件中没有写入标识的空间。请去掉旧的元数据，重新导出。',
    remote_manifest: '文件的内容凭证存放在别处，无法在此核查。请选择丢弃该凭证，或使用原件。',
    remote_manifest_kept: '文件仍指向存放在别处的内容凭证。请去掉元数据，重新导出。',
    credential_revoked: '文件自带的凭证已被吊销。请选择丢弃该凭证，或换一份文件。',
    credential_suspended: '文件自带的凭证已暂停。请先恢复，或选择丢弃该凭证。',
    already_labelled: '文件已有标识。请选择保留还是替换。',
    label_contradicts_content_type: '标识与声明的内容类型不一致，请修改其中一个。',
    label_incomplete: '标识缺少标准规定的要素。',
    label_not_kept: '原标识无法原样保留。请选择替换。',
  },
  generator: '制作工具',
  generatorHint: '生成或编辑内容的软件名称。',
  generatorVersion: '工具版本',
  model: 'AI 模型',
  modelHint: '使用了模型时填写。',
  organization: '显示的组织名称',
  organizationHint: '随凭证显示，无人核对；证书写明的是本服务。',
  label: '隐式标识（GB 45438-2025）',
  labels: { none: '不写入', auto: '用本组织的服务提供者编码自动生成', own: '使用下面的 JSON' },
  labelNoCode: '自动生成需要先在“组织”页保存服务提供者编码。',
  labelJson: '标识的 JSON',
  labelJsonHint: '标准规定的七个要素，可以带外层的 AIGC 对象。',
  more: '更多选项',
  labelPolicy: '文件已有标识时',
  labelPolicies: {
    reject: '拒绝签署',
    keep: '保留原标识',
    replace_propagation: '只替换传播要素',
    replace: '替换整个标识',
  },
  ingredientPolicy: '文件自带的凭证损坏、被吊销或暂停时',
  ingredientPolicies: { require_valid: '拒绝签署', discard: '丢弃该凭证后签署' },
  timestamp: '时间戳',
  timestamps: { required: '必须有', optional: '时间戳机构不可用时可以没有' },
  submit: '签署',
} as const;

export type SignWords = Words<typeof SIGN_ZH_CN>;

/** 签署页脚本的文字，`{name}` 处填入数值或文件名。 */
export const SIGN_ISLAND_ZH_CN = {
  noFile: '请先选择一个文件。',
  noDeclaration: '请选择内容如何产生。',
  uploading: '正在上传，{percent}',
  signing: '已上传，正在签署并验证',
  request: '请求编号：{id}',
  cancelled: '已取消。',
  cancel: '取消',
  failed: '未能签署：{reason}',
  disconnected: '与服务器的连接中断。',
  unexpected: '服务器没有给出可用的结果（状态 {status}）。',
  tooLarge: '文件为 {size}，超过 {limit} 的限制。',
  done: '签署完成：{name}',
  progress: '上传进度',
} as const;

export type SignIslandWords = Words<typeof SIGN_ISLAND_ZH_CN>;
