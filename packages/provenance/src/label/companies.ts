/** The version of the table below. */
export const PROVIDERS_VERSION = '2026-11';

/**
 * How well a row is founded. `A`: a real file and an independent source for the entity. `B`: a real file and what is known
 * about the product. `C`: another tool's table. `D`: inferred. `documentation`: the code is a sample in a vendor's manual,
 * so a file that carries it need not come from its owner.
 */
export type ProviderBasis = 'A' | 'B' | 'C' | 'D' | 'documentation';

export interface ProviderRow {
  /** Null when known by name only. */
  uscc: string | null;
  /** Free-text values that name it, in lower case; they count only as a whole value. */
  names: readonly string[];
  company: { zh: string; en: string };
  product: string | null;
  basis: ProviderBasis;
}

const BYTEDANCE = { zh: '字节跳动', en: 'ByteDance' };
const ALIBABA = { zh: '阿里巴巴', en: 'Alibaba' };
const TENCENT = { zh: '腾讯', en: 'Tencent' };

function row(
  uscc: string | null,
  names: readonly string[],
  company: ProviderRow['company'],
  product: string | null,
  basis: ProviderBasis,
): ProviderRow {
  return { uscc, names, company, product, basis };
}

/** A code names a legal entity, which may run several brands; the product is the one that its files were seen from. */
export const PROVIDERS: readonly ProviderRow[] = [
  row('91110102MACQD9K640', ['doubao'], BYTEDANCE, '豆包 Doubao', 'A'),
  row('9144030008867405X2', [], BYTEDANCE, '即梦 Jimeng', 'A'),
  row('91110108MA01R70K8D', [], { zh: '火山引擎', en: 'Volcano Engine' }, '火山方舟 Ark', 'A'),
  row('91110108335469089C', ['kling'], { zh: '快手', en: 'Kuaishou' }, '可灵 Kling', 'A'),
  row('91330106MA2CFLDG4R', [], ALIBABA, '通义万相 Wan', 'A'),
  row('91440101MA9Y9T4H7A', [], ALIBABA, '千问 Qwen', 'B'),
  row('91330101MA27WPYJ18', ['iflow'], ALIBABA, '心流 iFlow', 'B'),
  row('91440300708461136T', [], TENCENT, '元宝 Yuanbao', 'B'),
  row('9144030071526726XG', [], TENCENT, '混元 Hunyuan', 'C'),
  row(null, ['腾讯云'], { zh: '腾讯云', en: 'Tencent Cloud' }, null, 'B'),
  row('91110000802100433B', [], { zh: '百度', en: 'Baidu' }, '文心 ERNIE', 'B'),
  row('91110108MA01KP2T5U', [], { zh: '智谱', en: 'Zhipu' }, 'GLM', 'B'),
  row('91310104MACE0YX639', [], { zh: '阶跃星辰', en: 'StepFun' }, null, 'B'),
  row('91110108MACC4D63XF', [], { zh: '生数科技', en: 'ShengShu' }, 'Vidu', 'A'),
  row(null, ['minimax', 'minimax agent ai'], { zh: '稀宇科技', en: 'MiniMax' }, '海螺 Hailuo', 'A'),
  row('91440300MA5G49LC9K', [], { zh: '荣耀', en: 'Honor' }, 'YOYO', 'A'),
  row('91340000711771143J', [], { zh: '科大讯飞', en: 'iFlytek' }, null, 'A'),
  row('91340100MAEB4N8H76', ['runninghub'], { zh: 'RunningHub', en: 'RunningHub' }, null, 'B'),
  row('91110105MACJ6K1C8A', [], { zh: '哩布哩布', en: 'LiblibAI' }, null, 'B'),
  row(null, ['picwish'], { zh: '佐糖', en: 'PicWish' }, null, 'B'),
  row('91441900557262083U', [], { zh: '维沃', en: 'vivo' }, null, 'D'),
  row('91110108562144110X', [], { zh: '美团', en: 'Meituan' }, null, 'D'),
  row('914403001922038216', [], { zh: '华为', en: 'Huawei' }, null, 'documentation'),
];

/** The row of a USCC or, when the value has none, of a whole value in any case. */
export function findProvider(uscc: string | null, value: string): ProviderRow | null {
  if (uscc !== null) return PROVIDERS.find((provider) => provider.uscc === uscc) ?? null;
  const name = value.trim().toLowerCase();
  return PROVIDERS.find(({ names }) => names.includes(name)) ?? null;
}
