/** 代组织吊销凭证。 */
export const ADMIN_CREDENTIALS_ZH_CN = {
  lead: '按编号查找任何组织的凭证。组织已关闭或不愿吊销时，可以在这里吊销。',
  id: '凭证编号',
  idHint: '以 cred_ 开头，凭证页的地址以它结尾。',
  none: '没有这个编号的凭证。',
  organization: '组织',
  identity: '签署身份',
  signedAt: '签署时间',
  mediaType: '文件类型',
  sandbox: '沙箱',
  page: '查看凭证页',
  revoke: {
    title: '吊销凭证',
    text: '吊销立即生效，不能恢复：凭证页与之后的验证结果都会显示已吊销，本服务保存的签署后文件会被删除。',
    button: '吊销',
  },
  reasonHint: '写入该组织的凭证记录与审计日志，不公开。最多 500 个字符。',
} as const;
