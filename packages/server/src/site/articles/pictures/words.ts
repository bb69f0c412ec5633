import type { Localized } from '../../../shared/language.ts';

/** What a picture says to those who do not see it, and the texts in it. */
export const PICTURE_TEXTS = {
  manifest: {
    alt: {
      en: 'A file with two parts: the content, and beside it a manifest. The manifest has assertions, a claim that lists them with their hashes, and a signature over the claim. The hard binding, one of the assertions, holds the hash of the content.',
      'zh-CN':
        '一个文件由两部分组成：内容，以及旁边的清单。清单里有断言、列出各条断言及其哈希的声明，以及对声明的签名。断言之一是硬绑定，写着内容的哈希。',
    },
    file: { en: 'File', 'zh-CN': '文件' },
    content: { en: 'Content', 'zh-CN': '内容' },
    manifest: { en: 'Manifest', 'zh-CN': '清单' },
    actions: { en: 'Assertion: actions', 'zh-CN': '断言：操作' },
    binding: { en: 'Assertion: hard binding', 'zh-CN': '断言：硬绑定' },
    claim: { en: 'Claim: lists the assertions', 'zh-CN': '声明：列出各条断言' },
    signature: { en: 'Signature and certificate', 'zh-CN': '签名与证书' },
    hash: { en: 'hash', 'zh-CN': '哈希' },
  },
  provider_code: {
    alt: {
      en: 'The example code 0011910000000EXAMPLE0X10001 taken apart: 00 is the format; 1, an organization; 1, named by its unified social credit code; 910000000EXAMPLE0X, that code; 1, a generation service; 0001, the model or application, a number that the provider chooses.',
      'zh-CN':
        '把示例编码 0011910000000EXAMPLE0X10001 拆开：00 是格式定义；1 表示主体是组织；1 表示用统一社会信用代码绑定；910000000EXAMPLE0X 就是该代码；1 表示生成合成服务；0001 是模型或应用，由提供者自定。',
    },
    title: { en: 'An example, no real company', 'zh-CN': '示例，并非真实企业' },
    format: { en: 'format', 'zh-CN': '格式定义' },
    subject: { en: 'an organization', 'zh-CN': '主体：组织' },
    bound: { en: 'named by its credit code', 'zh-CN': '绑定方式：信用代码' },
    company: { en: 'unified social credit code', 'zh-CN': '统一社会信用代码' },
    service: { en: 'generation service', 'zh-CN': '服务类型：生成合成' },
    model: { en: 'model or application', 'zh-CN': '模型或应用' },
  },
  lost_metadata: {
    alt: {
      en: 'The way of a picture: the original has credential, label and metadata; sent as a file it keeps all three; sent as a picture in a chat or uploaded to a platform it usually loses them; a screenshot never has them.',
      'zh-CN':
        '一张图片的经过：原件带有凭证、标识和元数据；以文件形式发送，三者都保留；在聊天软件中当图片发送或上传到平台，通常都会丢失；截屏则一样也没有。',
    },
    original: { en: 'Original', 'zh-CN': '原件' },
    asFile: { en: 'Sent as a file', 'zh-CN': '以文件形式发送' },
    asPicture: { en: 'Sent as a picture, uploaded', 'zh-CN': '当图片发送、上传平台' },
    screenshot: { en: 'Screenshot', 'zh-CN': '截屏' },
    credential: { en: 'credential', 'zh-CN': '凭证' },
    label: { en: 'label', 'zh-CN': '标识' },
    metadata: { en: 'metadata', 'zh-CN': '元数据' },
    kept: { en: 'Kept', 'zh-CN': '保留' },
    usually: { en: 'Usually lost', 'zh-CN': '通常丢失' },
    never: { en: 'Not there', 'zh-CN': '没有' },
  },
  chain: {
    alt: {
      en: 'A chain of certificates: the signer’s certificate is issued by an intermediate authority, that one by a root authority, and the root is on the trust list. Below it, a chain whose end is on no list: the signature is just as valid, but nobody here confirms the name.',
      'zh-CN':
        '一条证书链：签署者的证书由中间机构签发，中间机构由根机构签发，根机构在信任列表中。下面另一条链的终点不在任何列表中：签名同样有效，只是这里没有人确认名称。',
    },
    signer: { en: 'Signer', 'zh-CN': '签署者' },
    intermediate: { en: 'Authority', 'zh-CN': '中间机构' },
    root: { en: 'Root', 'zh-CN': '根机构' },
    list: { en: 'Trust list', 'zh-CN': '信任列表' },
    found: { en: 'The name is vouched for', 'zh-CN': '有机构为名称担保' },
    other: { en: 'Another root', 'zh-CN': '另一根机构' },
    missing: { en: 'On no list: nobody confirms the name', 'zh-CN': '不在列表中：没有人确认名称' },
  },
} as const satisfies Record<string, Readonly<Record<string, Localized>> & { readonly alt: Localized }>;

export type PictureName = keyof typeof PICTURE_TEXTS;

export function isPictureName(name: string): name is PictureName {
  return Object.hasOwn(PICTURE_TEXTS, name);
}
