import type { InputReason } from '../../../shared/input-reasons.ts';

/** 所有表单共用的文字。 */
export const FORM_ZH_CN = {
  title: '有需要修改的地方',
  /** 标题之前，让读屏的人先听到。 */
  titlePrefix: '有误：',
  optional: '（选填）',
  password: { show: '显示', hide: '隐藏', showLabel: '显示密码', hideLabel: '隐藏密码' },
  secondFactor: {
    code: '验证码',
    codeHint: '身份验证器应用当前显示的六位数字。',
    wrongCode: '验证码不正确，或者已经用过。请等待应用显示下一个验证码。',
    useRecovery: '手机不在身边？使用恢复码',
    recoveryCode: '恢复码',
    recoveryCodeHint: '开启双重验证时给出的十个恢复码之一，每个只能用一次。',
  },
  problems: {
    needed: '请填写此项',
    choose: '请选择一项',
    email: '请填写完整的邮箱地址，例如 name@example.com',
    date: '请填写日期，例如 2030-12-31',
    choice: '请从列表中选择',
    tooLong: (max: number) => `最多 ${max} 个字符`,
    refused: {
      deceptive: '不能包含控制字符或改变文字方向的字符',
      no_language: '请至少用一种语言填写',
      null_character: '不能包含控制字符或改变文字方向的字符',
      invisible: '请至少包含一个看得见的字符',
      provider_code: '不是生成服务的编码：应为 27 个字符，且校验字符正确',
      past: '请选择将来的日期',
      unchanged: '没有任何改动',
      emoji: '请删除表情符号',
      tax_number: '税号不正确：校验位有误',
      tax_number_missing: '请填写企业税号',
      webhook_address: '请填写以 https:// 开头、指向公网服务器的地址',
    } satisfies Readonly<Record<InputReason, string>>,
    wrongPassword: '密码不正确',
    passwordNeeded: '请输入密码，以确认是你本人',
    codeNeeded: '请输入应用显示的验证码，或一个恢复码',
    tooMany: '尝试次数过多。',
    retry: (minutes: number) => (minutes < 2 ? '请一分钟后再试。' : `请在约 ${minutes} 分钟后再试。`),
  },
} as const;
