import type { ResolutionWords } from './dictionary.ts';

/** `{name}` stands for a value of the reason. Without one of its values a sentence is left out, so the shorter one follows it. */
export const RESOLUTION_EN: ResolutionWords = {
  not_an_image: ['Resolution is measured of pictures only.'],
  not_measured_video: ['Resolution is not measured of video.'],
  not_decodable: [
    'The pixels could not be measured: this version does not decode the format or this form of it, or they are damaged.',
  ],
  decoder_failed: ['The pixels could not be measured: the decoder broke on them.'],
  timed_out: ['The measurement of the pixels did not end in time.'],
  not_examined: ['The pixels were not examined: the operator has turned the measurement off.'],
  too_many_pixels: ['The picture has more pixels than are decoded.'],
  too_small: ['The picture is too small to be measured.'],
  flat: ['The picture is too even to be measured.'],
  low_detail: ['The picture shows too little detail to be measured.'],
  regular_pattern: ['The picture is a regular pattern, which leaves the same traces as an enlargement.'],
  weak_or_contradictory: ['The traces in the pixels are weak, or contradict each other.'],
  soft: ['The picture is soft: it may be out of focus, blurred or enlarged.'],
  no_interpolation_trace: [
    'No trace of enlargement by interpolation was found; detail reaches {detail}% of the pixel resolution. This does not exclude enlargement by an AI model.',
    'No trace of enlargement by interpolation was found. This does not exclude enlargement by an AI model.',
  ],
  graphics: ['Much of the picture is graphics or text, which says less than a photograph.'],
  interpolation_period: [
    'Interpolation pattern with the same period in both directions: one source pixel every {period} pixels, consistent with a source of about {source}.',
    'Interpolation pattern with the same period in both directions, consistent with an enlarged picture.',
  ],
  block_symmetry: [
    'Mirror symmetry inside small blocks, consistent with enlargement by {factor}, from about {source}.',
    'Mirror symmetry inside small blocks, consistent with an enlarged picture.',
  ],
  grid_harmonic: [
    'Regular pattern at whole fractions of the block grid, consistent with enlargement by {factor}, from about {source}.',
    'Regular pattern at whole fractions of the block grid, consistent with an enlarged picture.',
  ],
  enlarged_then_compressed: [
    'Side lines of an interpolation pattern, consistent with a picture that was enlarged and then compressed.',
  ],
  repeated_differences: [
    'Differences between neighbouring pixels repeat at a fixed distance, consistent with enlargement.',
  ],
  older_grid: [
    'Traces of an older block grid with a spacing of {value} pixels, consistent with a compressed picture that was resized.',
    'Traces of an older block grid, consistent with a compressed picture that was resized.',
  ],
  spectrum_ends_early: [
    'Detail ends at {detail}% of the pixel resolution, consistent with an enlarged picture.',
    'Detail ends far below the pixel resolution, consistent with an enlarged picture.',
  ],
  combined_statistics: ['Several weak traces together are consistent with an enlarged picture.'],
  exif_dimensions_smaller: [
    'The EXIF data give a size of {size}, which is smaller than the picture. They are unsigned.',
  ],
  generator_upscale_factor: [
    "The generator's settings in the file say that the result was enlarged by {ratio} afterwards. They are unsigned.",
  ],
  generator_declares_enlargement: [
    "The generator's settings in the file contain a step that enlarges a picture. They are unsigned.",
  ],
  generator_two_pass: [
    "The generator's settings in the file say that the picture was made smaller, at {size}, and then enlarged and drawn again. They are unsigned.",
    "The generator's settings in the file say that the picture was enlarged and drawn again. They are unsigned.",
  ],
  digital_zoom_declared: ['The EXIF data state a digital zoom of {ratio}. They are unsigned.'],
  reduced_or_cropped_after_capture: [
    'The EXIF data give a size of {size}, which is larger than the picture: it was reduced or cropped, or they were copied.',
  ],
  cropped_after_capture: ['The thumbnail in the EXIF data has another shape than the picture, consistent with a crop.'],
  container_display_larger: [
    'The container says that the video is displayed larger than it is coded, at {size}. This is no statement about the pixels.',
  ],
  container_coded_size: ['The container states that the video is coded at {size}.'],
  container_shown_part: ['The container says that a part of {size} of the coded pictures is shown.'],
  container_pixel_shape: [
    'The container says that the pixels of the video are not square: each is {ratio} times as wide as high when it is shown.',
  ],
  container_sizes: ['The container states a display size of {size}.'],
  animated_first_frame: ['The file has several frames or pages; only the first one was measured.'],
  strong_compression: ['The picture is strongly compressed (JPEG quality about {quality}), which hides traces.'],
};
