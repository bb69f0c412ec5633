/** 事件的发布、更新与删除。 */
export const ADMIN_INCIDENTS_ZH_CN = {
  lead: '发布后显示在运行状态页与 /v1/status 中，任何人都能看到。',
  open: '发布事件',
  empty: '没有发布过事件。',
  statusPage: '查看运行状态页',
  update: '更新',
  delete: '删除',
  component: '受影响的部分',
  state: '状态',
  titleEn: '标题（英文）',
  titleZh: '标题（中文）',
  textEn: '说明（英文）',
  textZh: '说明（中文）',
  oneLanguage: '两种语言填写一种即可；另一种语言的读者会看到已填写的文字。只支持纯文本。',
  steps: {
    open: { title: '发布事件', text: '几秒内对所有人可见。', button: '发布' },
    update: { title: '更新事件', text: '以前的更新仍会显示。', button: '发布更新' },
    delete: {
      title: '删除事件',
      text: '仅用于撤回误发的事件，所有更新一并删除。已经结束的事件请更新为“已解决”。',
      button: '删除',
    },
  },
} as const;
