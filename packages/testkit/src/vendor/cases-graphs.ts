import { edited, generated, row, type VendorCase } from './case.ts';
import { exifComments, jpegFile, pngChunks, pngFile, pngTexts, webpFile } from './files.ts';
import {
  checkpoint,
  comfyPrompt,
  comfyWorkflow,
  ILLUSTRIOUS,
  infotext,
  node,
  swarmParams,
  UUID,
} from './generator-texts.ts';

const { t } = pngChunks;
const GRAPH = comfyPrompt(checkpoint(ILLUSTRIOUS));
const BOTH = `{"prompt":${GRAPH},"workflow":${comfyWorkflow('CheckpointLoaderSimple', 'KSampler')}}`;
const CIVITAI_RESOURCES =
  '[{"type":"lora","weight":0.8,"modelVersionId":2,"modelName":"Ink","modelVersionName":"v1"},' +
  '{"type":"checkpoint","modelVersionId":1,"modelName":"WAI-illustrious-SDXL","modelVersionName":"v16.0"}]';
const CIVITAI_UPSCALE = JSON.stringify({
  '1': node('UpscaleModelLoader', { model_name: 'urn:air:other:upscaler:civitai:147759@164821' }),
  '2': node('ImageUpscaleWithModel', { upscale_model: ['1', 0], image: ['3', 0] }),
  '3': node('LoadImage', { image: 'in.png' }),
  extra: { airs: ['urn:air:other:upscaler:civitai:147759@164821'] },
  extraMetadata: '{"workflowId":"img2img-upscale"}',
});
const HF_SPACE = {
  prompt: 'a lighthouse at dusk',
  resolution: '832 x 1216',
  guidance_scale: 6,
  sampler: 'Euler a',
  Model: 'WAI NSFW illustrious SDXL v16',
};
const SWITCHED = comfyPrompt(
  node('UNETLoader', { unet_name: 'krea2_turbo_int8_convrot.safetensors', weight_dtype: 'default' }),
  { '1': node('LazySwitchKJ', { switch: false, on_false: ['10', 0], on_true: ['2', 0] }), '2': lora(['10', 0]) },
  { model: ['1', 0] },
);

/** A10 to A16 and A19 to A23: graphs of nodes, and JSON of generators and sites. */
export const graphCases: readonly VendorCase[] = [
  row(
    'A10',
    'the first file of weights is the one that enlarges',
    pngTexts({
      prompt: comfyPrompt(unet('anima-preview'), upscaling()),
      workflow: comfyWorkflow('KSampler', 'SaveImage'),
    }),
    generated('ComfyUI', 'anima-preview'),
  ),
  row(
    'A11',
    'the model stands behind a switch',
    pngTexts({ prompt: SWITCHED }),
    generated('ComfyUI', 'krea2_turbo_int8_convrot'),
  ),
  row(
    'A12',
    'what a person typed into the infotext is not what the graph ran',
    pngTexts({ parameters: infotext({ Model: 'typedByHand_v5', Version: 'ComfyUI' }), prompt: GRAPH }),
    generated('ComfyUI', ILLUSTRIOUS),
  ),
  row(
    'A13',
    'a graph where the maker of a camera stands',
    jpegFile({
      exif: { Make: `Prompt: ${GRAPH}`, ImageDescription: `Workflow: ${comfyWorkflow('KSampler', 'SaveImage')}` },
    }),
    generated('ComfyUI', ILLUSTRIOUS),
  ),
  row(
    'A14',
    'graphs as maker and model',
    webpFile({ exif: { Make: `workflow:${comfyWorkflow('KSampler', 'SaveImage')}`, Model: `prompt:${GRAPH}` } }),
    generated('ComfyUI', ILLUSTRIOUS),
  ),
  row(
    'A15',
    'UserComment in the first directory',
    jpegFile({ userComment: exifComments.utf16LittleEndian(BOTH), isCommentInFirst: true }),
    generated('ComfyUI', ILLUSTRIOUS),
  ),
  row('A16', 'its own keys', pngTexts(invokeTexts()), generated('InvokeAI', ILLUSTRIOUS)),
  row(
    'A19-png',
    'stands above the graph that it ran',
    pngTexts({ parameters: swarmParams, prompt: comfyPrompt(checkpoint('other_model')) }),
    generated('SwarmUI', ILLUSTRIOUS),
  ),
  row(
    'A19-jpeg',
    'the same in UserComment',
    jpegFile({ userComment: exifComments.utf16BigEndian(swarmParams) }),
    generated('SwarmUI', ILLUSTRIOUS),
  ),
  row(
    'A20',
    'its key stands above the general form',
    pngTexts(stabilityMatrixTexts()),
    generated('Stability Matrix', ILLUSTRIOUS),
  ),
  row(
    'A21',
    'a zero ends the JSON; the graph names the model by a number',
    pngFile([
      t('generation_data', '{"models":[],"baseModel":{"modelId":"7","modelFileName":"WAI-Nsfw-Illustrious-16"}}\0'),
      t('prompt', comfyPrompt(checkpoint('EMS-866416-EMS'))),
    ]),
    generated('TensorArt', 'WAI-Nsfw-Illustrious-16'),
  ),
  row(
    'A22-fooocus',
    'names itself as software',
    pngTexts({
      parameters:
        '{"Prompt":"a lighthouse","base_model_name":"waiNSFWIllustrious_v150.safetensors","software":"RuinedFooocus"}',
    }),
    generated('RuinedFooocus', 'waiNSFWIllustrious_v150'),
  ),
  row(
    'A22-space',
    'the members of its template',
    pngTexts({ parameters: JSON.stringify(HF_SPACE) }),
    generated('Hugging Face Space', 'WAI NSFW illustrious SDXL v16'),
  ),
  row(
    'A23',
    'the site lists its resources, of which one is the model',
    jpegFile({
      exif: { Artist: 'ai', Software: UUID },
      userComment: exifComments.utf16BigEndian(infotext({ 'Civitai resources': CIVITAI_RESOURCES })),
    }),
    generated('Civitai', 'WAI-illustrious-SDXL v16.0'),
  ),
  row(
    'A23-upscale',
    'a service that only enlarges; its weights are no model',
    jpegFile({ userComment: exifComments.utf16BigEndian(CIVITAI_UPSCALE) }),
    edited('Civitai'),
  ),
];

function lora(model: readonly [string, number]): ReturnType<typeof node> {
  return node('LoraLoaderModelOnly', { lora_name: 'ink_style.safetensors', strength_model: 1, model });
}

function unet(name: string): ReturnType<typeof node> {
  return node('UNETLoader', { unet_name: `${name}.safetensors`, weight_dtype: 'default' });
}

function upscaling(): Record<string, ReturnType<typeof node>> {
  return {
    '1': node('UpscaleModelLoader', { model_name: '4x_sharp.pth' }),
    '2': node('ImageUpscaleWithModel', { upscale_model: ['1', 0], image: ['16', 0] }),
  };
}

function invokeTexts(): Record<string, string> {
  const metadata = {
    app_version: '5.9.0',
    generation_mode: 'sdxl_txt2img',
    positive_prompt: 'a lighthouse at dusk',
    model: { key: 'k', hash: 'h', name: ILLUSTRIOUS, base: 'sdxl', type: 'main' },
  };
  return { invokeai_metadata: JSON.stringify(metadata), invokeai_graph: '{"id":"g","nodes":{},"edges":[]}' };
}

function stabilityMatrixTexts(): Record<string, string> {
  return {
    parameters: infotext({ Model: ILLUSTRIOUS }),
    'parameters-json': `{"PositivePrompt":"a lighthouse","ModelName":"${ILLUSTRIOUS}.safetensors"}`,
    smproj: '{"Version":1,"ProjectType":"TextToImage"}',
    prompt: GRAPH,
  };
}
