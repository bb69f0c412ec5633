import type { Language } from '../../../shared/language.ts';
import { Arrow, Box, Label, WIDTH } from './shapes.tsx';
import { PICTURE_TEXTS } from './words.ts';

interface Props {
  language: Language;
}

export function ManifestDrawing({ language }: Props) {
  const words = PICTURE_TEXTS.manifest;
  const parts = [words.actions, words.binding, words.claim, words.signature];
  return (
    <>
      <rect class="frame" x={1} y={1} width={WIDTH - 2} height={258} rx={10} />
      <Label x={16} y={22} isSoft>
        {words.file[language]}
      </Label>
      <Box x={16} y={40} width={96} height={204} text={words.content[language]} look="strong" />
      <rect class="frame" x={164} y={40} width={240} height={204} rx={8} />
      <Label x={178} y={58} isSoft>
        {words.manifest[language]}
      </Label>
      {parts.map((text, at) => (
        <Box
          x={178}
          y={76 + at * 41}
          width={212}
          height={32}
          text={text[language]}
          look={at === 3 ? 'strong' : 'plain'}
          key={at}
        />
      ))}
      <Arrow from={[178, 133]} to={[114, 133]} />
      <Label x={138} y={120} isMiddle isSoft>
        {words.hash[language]}
      </Label>
    </>
  );
}

/** No such area and no such company: the letters say so. */
const CODE = ['00', '1', '1', '910000000EXAMPLE0X', '1', '0001'];

export function ProviderCodeDrawing({ language }: Props) {
  const { title, format, subject, bound, company, service, model } = PICTURE_TEXTS.provider_code;
  const meanings = [format, subject, bound, company, service, model];
  return (
    <>
      <Label x={0} y={12} isSoft>
        {title[language]}
      </Label>
      <Label x={0} y={40} isCode>
        {CODE.join(' ')}
      </Label>
      {meanings.map((meaning, at) => (
        <g key={at}>
          <Box
            x={1}
            y={62 + at * 38}
            width={196}
            height={30}
            text={CODE[at] ?? ''}
            look={at === 3 ? 'strong' : 'plain'}
            isCode
          />
          <Label x={212} y={77 + at * 38}>
            {meaning[language]}
          </Label>
        </g>
      ))}
    </>
  );
}

export function LostMetadataDrawing({ language }: Props) {
  const words = PICTURE_TEXTS.lost_metadata;
  const evidence = [words.credential, words.label, words.metadata].map((text) => text[language]);
  const steps = [
    { name: words.original, fate: null, look: 'strong' },
    { name: words.asFile, fate: words.kept, look: 'strong' },
    { name: words.asPicture, fate: words.usually, look: 'missing' },
    { name: words.screenshot, fate: words.never, look: 'missing' },
  ] as const;
  return (
    <>
      {steps.map(({ name, fate, look }, at) => (
        <g key={at}>
          <Label x={24} y={14 + at * 84}>
            {name[language]}
          </Label>
          {fate === null ? null : (
            <text class="soft-text" x={WIDTH} y={19 + at * 84} text-anchor="end">
              {fate[language]}
            </text>
          )}
          {evidence.map((text, place) => (
            <Box x={25 + place * 134} y={28 + at * 84} width={124} height={32} text={text} look={look} key={text} />
          ))}
          {at === 0 ? null : <Arrow from={[9, 44 + (at - 1) * 84]} to={[9, 38 + at * 84]} />}
        </g>
      ))}
    </>
  );
}

export function ChainDrawing({ language }: Props) {
  const words = PICTURE_TEXTS.chain;
  const chains = [
    { end: words.root, list: 'strong', outcome: words.found },
    { end: words.other, list: 'missing', outcome: words.missing },
  ] as const;
  return (
    <>
      {chains.map(({ end, list, outcome }, at) => (
        <g transform={`translate(0 ${at * 172})`} key={at}>
          {[words.signer, words.intermediate, end].map((text, place) => (
            <g key={place}>
              <Box x={1 + place * 150} y={1} width={118} height={38} text={text[language]} />
              {place === 0 ? null : <Arrow from={[place * 150 - 29, 20]} to={[place * 150 - 1, 20]} />}
            </g>
          ))}
          {list === 'strong' ? (
            <Arrow from={[360, 41]} to={[360, 76]} />
          ) : (
            <line class="cut" x1={360} y1={41} x2={360} y2={76} />
          )}
          <Box x={301} y={78} width={118} height={38} text={words.list[language]} look={list} />
          <Label x={1} y={97}>
            {outcome[language]}
          </Label>
        </g>
      ))}
    </>
  );
}
