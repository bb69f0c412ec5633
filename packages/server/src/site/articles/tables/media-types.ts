import { MEDIA_TYPE_SUPPORT } from '../../../platform/media-types.ts';
import type { Language } from '../../../shared/language.ts';
import { code, markdownTable, NONE, YES } from './markdown-table.ts';

const HEAD = {
  en: ['Format', 'Media type', 'Credential read', 'Label and metadata read', 'Signed', 'Label written'],
  'zh-CN': ['格式', '媒体类型', '读取内容凭证', '读取标识与元数据', '签署', '写入标识'],
} as const;

/** The names of formats that have no name of their own in every language. */
const NAMES_ZH_CN: Readonly<Record<string, string>> = {
  'MPEG transport stream': 'MPEG 传输流',
  'MPEG-4 audio': 'MPEG-4 音频',
  'Word document': 'Word 文档',
  'Excel workbook': 'Excel 工作簿',
  'PowerPoint presentation': 'PowerPoint 演示文稿',
  'OpenDocument text': 'OpenDocument 文本',
  'OpenDocument spreadsheet': 'OpenDocument 电子表格',
  'OpenDocument presentation': 'OpenDocument 演示文稿',
  'Plain text': '纯文本',
  'C2PA manifest store': 'C2PA 清单存储',
};

export function mediaTypeTable(language: Language): string {
  const cell = (holds: boolean): string => (holds ? YES[language] : NONE);
  return markdownTable(
    HEAD[language],
    MEDIA_TYPE_SUPPORT.map(({ name, mediaType, readsCredential, readsMetadata, isSigned, writesLabel }) => [
      language === 'en' ? name : (NAMES_ZH_CN[name] ?? name),
      code(mediaType),
      cell(readsCredential),
      cell(readsMetadata),
      cell(isSigned),
      cell(writesLabel),
    ]),
  );
}
