/** 示例文件的文字。 */
export const SAMPLES_ZH_CN = {
  title: '没有文件？试试示例',
  intro: '由我们绘制、可自由使用的四张图片，点开即可查看完整结果。',
  names: {
    'ai-picture': 'AI 生成的图片',
    photograph: '相机拍摄的照片',
    changed: '签署后被改动',
    'aigc-label': '带有 AIGC 标识',
  },
  texts: {
    'ai-picture': '内容凭证写明由 AI 生成',
    photograph: '内容凭证写明由相机拍摄',
    changed: '签署之后，画面里多了一条船',
    'aigc-label': '按 GB 45438-2025 写入的隐式标识',
  },
  notice: {
    title: '这是示例',
    text: '图片由我们的程序绘制，其中的声明仅作演示：没有相机拍摄过它，也没有模型生成过它。签名证书只为示例而制，不在任何信任列表中。',
  },
  figure: {
    title: '结果是什么样的',
    text: '先看图片与结论，再看三个问题的答案：是否完好、谁签署、声明了什么。',
    tag: '示例',
    intact: '是否完好？',
    heading: '“Revera Samples (demonstration only)”声明：由 Lighthouse Painter 生成的 AI 内容',
    chip: '声明为 AI 生成',
    unchanged: '完好，未被改动',
    signedBy: '“Revera Samples (demonstration only)”',
    declared: 'AI 生成',
    signer: '由谁签署？',
    declares: '声明了什么？',
    open: '打开完整结果',
    alt: '示例图片：夜空中悬浮的岛屿与灯塔',
  },
} as const;
