/** 组织邀请页的文字。 */
export const INVITATION_ZH_CN = {
  title: '组织邀请',
  description: '接受加入组织的邀请。',
  invites: '你受邀加入组织',
  role: '角色',
  inviter: '邀请人',
  for: '受邀邮箱',
  until: '有效期至',
  accept: '接受邀请',
  signInFirst: '请先用受邀邮箱的账户登录；还没有账户时，请先用该邮箱注册并确认邮箱，然后再次打开邮件中的链接。',
  otherAddress: '邀请发给了另一个邮箱。请退出登录，改用受邀邮箱的账户。',
  notVerified: '请先确认你的邮箱，然后再次打开此页。',
  invalidTitle: '邀请不可用',
  invalid: '链接有误，或者邀请已被接受、撤回、替换，或超过了七天。请向邀请人索取新的邀请。',
  suspended: '该组织目前被运营者暂停，暂时不能加入。',
  isMember: '你已经是该组织的成员。',
  open: '打开组织',
} as const;
