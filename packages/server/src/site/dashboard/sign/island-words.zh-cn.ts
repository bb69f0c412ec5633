/** 签署页脚本所用的文字，`{name}` 处填入数值或文件名。 */
export const SIGN_ISLAND_ZH_CN = {
  noFile: '请先选择一个文件。',
  noDeclaration: '请选择内容如何产生。',
  uploading: '正在上传，{percent}',
  signing: '已上传，正在签署并验证',
  cancelled: '已取消。',
  cancel: '取消',
  failed: '未能签署：{reason}',
  disconnected: '与服务器的连接中断。',
  unexpected: '服务器没有给出可用的结果（状态 {status}）。',
  tooLarge: '文件为 {size}，超过 {limit} 的限制。',
  done: '签署完成：{name}',
  progress: '上传进度',
} as const;
