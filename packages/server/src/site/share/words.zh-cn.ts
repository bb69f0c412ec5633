/** 链接预览图上的文字。 */
export const SHARE_ZH_CN = {
  site: '查看文件的来源证据',
  siteChip: 'C2PA 内容凭证 · AIGC 标识',
  claimed: (declared: string): string => `声明：${declared}`,
  credential: '内容凭证',
  trial: '试签：沙箱签名，不作为真实凭证',
  kinds: { image: '图片', video: '视频', audio: '音频', document: '文档' },
  note: '没查到证据，不代表内容是真是假。',
  alt: 'Revera 验证结果的预览图：',
} as const;
