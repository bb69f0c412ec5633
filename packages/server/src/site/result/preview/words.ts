import type { Language } from '../../../shared/language.ts';
import type { Words } from '../../../shared/words.ts';

const ZH_CN = {
  alt: {
    file: '被检查文件的预览',
    cover: '保存在文件中的封面图片',
    credential: '内容凭证中携带的图片',
  },
  note: {
    cover: '这是文件自带的封面，不是其中的画面或声音',
    credential: '图片来自内容凭证，不是文件本身',
  },
  off: '没有保存预览：提交者或运营者关闭了预览。',
  none: '这个文件没有预览。',
};

const EN: Words<typeof ZH_CN> = {
  alt: {
    file: 'Preview of the examined file',
    cover: 'Cover picture stored in the file',
    credential: 'Picture that the content credential carries',
  },
  note: {
    cover: 'Cover picture stored in the file, not a frame or part of what it plays',
    credential: 'Picture from the credential, not of the file itself',
  },
  off: 'No preview was kept: the person who submitted the file, or the operator, turned it off.',
  none: 'There is no preview of this file.',
};

export const PREVIEW: Readonly<Record<Language, Words<typeof ZH_CN>>> = { en: EN, 'zh-CN': ZH_CN };
