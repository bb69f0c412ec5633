import { fill } from '../../shared/fill.ts';
import { Copyable } from '../kit/components/copy-button.tsx';
import { Facts, Section, Value, valueOf } from './parts.tsx';
import type { View } from './view.ts';
import { formatNumber } from '../kit/format-number.ts';

/** Which file it is about, with what identifies its bytes. */
export function FileSection({ view }: { view: View }) {
  const { words, terms, data, language } = view;
  const names = terms.file;
  const bytes = fill(names.bytes, { bytes: formatNumber(data.size_bytes, language) });
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
            value: (
              <Copyable
                id="result-sha256"
                text={data.sha256}
                label={words.data.copyHash}
                language={view.language}
                isFile={view.isFile}
              />
            ),
          },
        ]}
      />
    </Section>
  );
}
