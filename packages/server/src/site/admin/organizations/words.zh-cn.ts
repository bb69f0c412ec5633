/** 组织列表、暂停与恢复的文字。 */
export const ADMIN_ORGANIZATIONS_ZH_CN = {
  lead: '此安装中的所有组织，最新的在前。',
  name: '名称包含',
  status: '状态',
  statuses: { any: '全部', active: '正常', suspended: '已暂停', closed: '已关闭' },
  empty: '没有符合条件的组织。',
  owners: '所有者',
  members: '成员数',
  keys: '可用密钥',
  code: '服务提供者编码',
  created: '创建于',
  suspendedAt: '暂停于',
  closedAt: '关闭于',
  reason: '原因',
  suspend: {
    title: '暂停组织',
    text: '其密钥立即被拒绝，成员可以查看但不能更改。已签署的内容仍然公开，状态不变。',
    button: '暂停',
  },
  restore: { title: '恢复组织', text: '密钥和成员立即恢复原有的权限。', button: '恢复' },
} as const;
