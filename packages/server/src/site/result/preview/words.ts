import type { Language } from '../../../shared/language.ts';
import type { Words } from '../../../shared/words.ts';

const ZH_CN = {
  alt: '被检查文件的预览',
  altCredential: '内容凭证中携带的图片',
  fromCredential: '图片来自内容凭证，不是文件本身',
  off: '没有保存预览：提交者或运营者关闭了预览。',
  none: '这个文件没有预览。',
};

const EN: Words<typeof ZH_CN> = {
  alt: 'Preview of the examined file',
  altCredential: 'Picture that the content credential carries',
  fromCredential: 'Picture from the credential, not of the file itself',
  off: 'No preview was kept: the person who submitted the file, or the operator, turned it off.',
  none: 'There is no preview of this file.',
};

export const PREVIEW: Readonly<Record<Language, Words<typeof ZH_CN>>> = { en: EN, 'zh-CN': ZH_CN };
