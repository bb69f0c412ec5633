/** 首页：拖入文件、查看结论。 */
export const HOME_ZH_CN = {
  description:
    '拖入一个文件，查看它带有哪些来源证据：内容凭证（C2PA）、隐式标识（GB 45438-2025）与普通元数据。无需注册。',
  lead: '把图片、视频、音频或文档交给 Revera，它读取文件中的签名、标识与元数据，说明这些证据能证明什么、不能证明什么。',
  drop: {
    title: '把文件拖到本页任意位置',
    titlePlain: '要验证的文件',
    choose: '选择文件',
    submit: '验证',
    paste: '也可以直接粘贴。',
    limits: (file: string, files: number, total: string) =>
      `一次最多 ${files} 个文件，单个不超过 ${file}，合计不超过 ${total}。无需注册。`,
    limitsPlain: (file: string) => `一次一个文件，不超过 ${file}。无需注册。`,
    release: '松开即可验证',
    problem: '未能验证',
  },
  problems: {
    noFile: '请先选择一个文件。',
    oneFile: '这个表单一次只能发送一个文件。',
    tooLarge: (file: string) => `文件超过 ${file} 的限制。`,
  },
  list: {
    title: '本次文件',
    add: '添加文件',
    cancelAll: '全部取消',
    clear: '清空列表',
    cancel: '取消',
    retry: '重试',
    open: '查看结果',
    newTab: '（新标签页）',
    progress: '上传进度',
    held: (perHour: number) =>
      `同一网络地址每小时最多验证 ${perHour} 个文件，目前已用完。其余文件稍后自动继续，请勿关闭本页。`,
    kept: (hours: number) => `结果在 ${hours} 小时内可以查看，需要的请留存链接。`,
  },
  recent: {
    title: '本设备最近的结果',
    clear: '清除记录',
    note: (hours: number) => `只记录在这个浏览器中，${hours} 小时后与结果一同消失。`,
  },
  figures: {
    title: '用数字说',
    read: '种格式可读取',
    which: '读取哪些格式',
    signed: '种格式可签署',
    how: '怎样签署',
    lists: (_count: number) => '份信任列表在用',
    of: '，副本日期 ',
    hours: (hours: number) => `${hours} 小时`,
    kept: '后删除结果',
    deleted: '文件本身得出结果后立即删除。',
  },
  evidence: {
    title: '读取哪些证据',
    kinds: {
      credential: {
        title: '内容凭证（C2PA）',
        text: '由制作者或编辑者签署的来源记录：核对它是否完好、是否对应当前内容；签署者在哪个信任列表中，另作判断。',
      },
      label: {
        title: '隐式标识（GB 45438-2025）',
        text: '写在文件元数据中的生成合成标识：按标准逐项核对，并解析其中的服务提供者编码。',
      },
      metadata: {
        title: '厂商元数据',
        text: 'EXIF、XMP、IPTC 等字段写明的相机、编辑软件或生成工具：未经签名，任何人都可以改写，只能作为线索。',
      },
      resolution: {
        title: '分辨率完整性',
        text: '图像是否经过放大，依据像素中的痕迹判断。无法识别由 AI 放大的图像，每份结果都会写明。',
      },
    },
    more: { howItWorks: '工作原理', scope: '检查什么、不检查什么' },
  },
  verdicts: {
    title: '如何读懂结论',
    intro: '结论说的是文件中的证据，不是内容的真假。没查到证据，不代表内容是真是假。',
    more: { reading: '逐条解读结论', learn: '更多知识' },
  },
  afterwards: {
    title: '文件会怎样处理',
    points: {
      deleted: '得出结果后立即删除文件。',
      kept: (hours: number) => `结果保留 ${hours} 小时，到期删除。`,
      link: '持有结果链接的人都可以查看；链接无法被猜到。',
    },
    more: { privacy: '隐私说明' },
  },
  developers: {
    title: '开发者',
    text: '在终端中也可以验证，无需账户；使用密钥时限制更宽，并可异步处理。',
    label: '用 curl 验证一个文件',
    more: { quickStart: '快速开始', docs: '文档', reference: '接口参考' },
  },
} as const;

/** 首页脚本所用的文字，`{name}` 处填入数值或文件名。 */
export const VERIFY_ISLAND_ZH_CN = {
  count: '已完成 {done} / {all}',
  waiting: '等待上传',
  uploading: '正在上传，{percent}',
  analysing: '已上传，正在分析',
  held: '{when} 继续',
  cancelled: '已取消。',
  failed: '未能验证：{reason}',
  disconnected: '与服务器的连接中断。',
  unexpected: '服务器没有给出可用的结果（状态 {status}）。',
  empty: '文件是空的。',
  file_too_large: '文件为 {size}，超过单个文件 {limit} 的限制。',
  too_many: '一次最多 {limit} 个文件。',
  total_too_large: '与其他文件合计超过 {limit}。请等它们完成后再试。',
  folder: '不能上传文件夹，请选择其中的文件。',
  added: '已添加文件：{count} 个。',
  declared: '声明：{what}',
  verdict: '{name}：{verdict}。',
  problem: '{name}：{reason}',
  finished: '所有文件均已处理。',
  cleared: '列表已清空。',
  clearedDone: '已处理的文件已移出列表。',
} as const;
