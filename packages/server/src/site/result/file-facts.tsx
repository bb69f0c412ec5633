import { CutText } from '../kit/components/shown-text.tsx';
import { formatBytes } from '../kit/format-bytes.ts';
import { fill } from '../../shared/fill.ts';
import { Copyable, Facts, Section, Value, valueOf } from './parts.tsx';
import { wordNumber, type View } from './view.ts';

const FILE_NAME_CHARACTERS = 160;

/** Which file it is about, in one line above the verdict. */
export function FileLine({ view }: { view: View }) {
  const { words, data, language } = view;
  const name = data.result.filename;
  return (
    <div class="file-line">
      <div class="result-file-name">
        {name === '' ? words.unnamed : <CutText text={name} language={language} max={FILE_NAME_CHARACTERS} />}
      </div>
      <p class="soft">
        <code>{data.report.file.media_type}</code> · {formatBytes(data.size_bytes, language)}
      </p>
    </div>
  );
}

/** The same in full, with what identifies its bytes. */
export function FileSection({ view }: { view: View }) {
  const { words, terms, data, language } = view;
  const names = terms.file;
  const bytes = fill(names.bytes, { bytes: wordNumber(data.size_bytes, language) });
  return (
    <Section id="file" title={words.file.heading}>
      <Facts
        rows={[
          { name: names.name, value: <Value view={view} text={data.result.filename || null} /> },
          { name: names.mediaType, value: <code>{data.report.file.media_type}</code> },
          { name: names.declaredAs, value: valueOf(view, data.report.file.declared_media_type_mismatch, true) },
          { name: names.size, value: bytes },
          {
            name: names.sha256,
            value: <Copyable view={view} id="result-sha256" text={data.sha256} label={words.data.copyHash} />,
          },
        ]}
      />
    </Section>
  );
}
