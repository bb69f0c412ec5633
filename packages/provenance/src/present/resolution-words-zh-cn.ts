import type { ResolutionWords } from './dictionary.ts';

/** `{name}` 为该理由的数值。缺少数值时改用其后较短的一句。 */
export const RESOLUTION_ZH_CN: ResolutionWords = {
  not_an_image: ['只对图像测量分辨率。'],
  not_measured_video: ['不对视频测量分辨率。'],
  not_decodable: ['无法测量像素：当前版本不解码此格式或其这一形式，或者像素数据已损坏。'],
  decoder_failed: ['无法测量像素：解码器在处理时出错。'],
  timed_out: ['像素测量未能在限定时间内完成。'],
  not_examined: ['未检查像素：此服务的运营者关闭了像素测量。'],
  too_many_pixels: ['图像的像素数超过可解码的上限。'],
  too_small: ['图像太小，无法测量。'],
  flat: ['画面过于均匀，无法测量。'],
  low_detail: ['画面细节太少，无法测量。'],
  regular_pattern: ['图像是规则的重复图案，其痕迹与放大留下的相同。'],
  weak_or_contradictory: ['像素中的痕迹很弱，或互相矛盾。'],
  soft: ['画面偏软：可能是失焦、模糊，也可能经过放大。'],
  no_interpolation_trace: [
    '未发现插值放大的痕迹，细节达到像素分辨率的 {detail}%。这不能排除由 AI 模型放大。',
    '未发现插值放大的痕迹。这不能排除由 AI 模型放大。',
  ],
  graphics: ['画面多为图形或文字，能说明的比照片少。'],
  interpolation_period: [
    '两个方向上有周期相同的插值图样：每 {period} 个像素对应一个源像素，与约 {source} 的源图像相符。',
    '两个方向上有周期相同的插值图样，与放大过的图像相符。',
  ],
  block_symmetry: [
    '小块内部存在镜像对称，与由约 {source} 放大 {factor} 倍相符。',
    '小块内部存在镜像对称，与放大过的图像相符。',
  ],
  grid_harmonic: [
    '在编码块网格的整数分之一处有规则图样，与由约 {source} 放大 {factor} 倍相符。',
    '在编码块网格的整数分之一处有规则图样，与放大过的图像相符。',
  ],
  enlarged_then_compressed: ['存在插值图样的旁瓣，与先放大、后压缩的图像相符。'],
  repeated_differences: ['相邻像素的差值以固定间隔重复，与放大相符。'],
  older_grid: [
    '存在间距为 {value} 像素的旧编码块网格的痕迹，与压缩后又改变尺寸的图像相符。',
    '存在旧编码块网格的痕迹，与压缩后又改变尺寸的图像相符。',
  ],
  spectrum_ends_early: [
    '细节止于像素分辨率的 {detail}%，与放大过的图像相符。',
    '细节远未达到像素分辨率，与放大过的图像相符。',
  ],
  combined_statistics: ['多项较弱的痕迹合在一起，与放大过的图像相符。'],
  exif_dimensions_smaller: ['EXIF 写明的尺寸为 {size}，小于图像本身。EXIF 未经签名。'],
  generator_upscale_factor: ['文件中的生成参数写明结果在生成后又放大 {ratio} 倍。这些参数未经签名。'],
  generator_declares_enlargement: ['文件中的生成参数含有放大图像的步骤。这些参数未经签名。'],
  generator_two_pass: [
    '文件中的生成参数写明图像先以 {size} 生成，再放大并重绘。这些参数未经签名。',
    '文件中的生成参数写明图像经过放大并重绘。这些参数未经签名。',
  ],
  digital_zoom_declared: ['EXIF 写明数码变焦 {ratio} 倍。EXIF 未经签名。'],
  reduced_or_cropped_after_capture: [
    'EXIF 写明的尺寸为 {size}，大于图像本身：图像经过缩小或裁剪，或者 EXIF 是复制来的。',
  ],
  cropped_after_capture: ['EXIF 中缩略图的宽高比与图像不同，与裁剪相符。'],
  container_display_larger: ['容器写明视频以 {size} 显示，大于其编码尺寸。这不说明像素如何。'],
  container_coded_size: ['容器写明视频的编码尺寸为 {size}。'],
  container_shown_part: ['容器写明只显示编码画面中 {size} 的部分。'],
  container_pixel_shape: ['容器写明视频的像素不是正方形：显示时每个像素的宽为高的 {ratio} 倍。'],
  container_sizes: ['容器写明的显示尺寸为 {size}。'],
  animated_first_frame: ['文件含有多帧或多页，只测量了第一帧。'],
  strong_compression: ['图像压缩较强（JPEG 质量约为 {quality}），会掩盖痕迹。'],
};
