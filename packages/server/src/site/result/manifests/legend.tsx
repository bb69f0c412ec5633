import type { Language } from '../../../shared/language.ts';
import { MANIFESTS } from './words.ts';
import { Mark } from './mark.tsx';
import { OWN_INTEGRITY_TONE, OWN_SIGNER_TONE, type OwnIntegrity, type OwnSigner } from './own-validation.ts';

interface Props {
  language: Language;
  isOpen: boolean;
  /** Only what the picture shows is explained. */
  integrity: ReadonlySet<OwnIntegrity>;
  signer: ReadonlySet<OwnSigner>;
}

/** What the marks mean, and that the two say different things. */
export function Legend({ language, isOpen, integrity, signer }: Props) {
  const words = MANIFESTS[language];
  return (
    <details class="graph-legend" open={isOpen}>
      <summary>{words.graph.legend}</summary>
      <div class="graph-legend-parts">
        <div>
          <h3>{words.graph.integrityLegend}</h3>
          <dl>
            {[...integrity].map((each) => (
              <div key={each}>
                <dt>
                  <Mark tone={OWN_INTEGRITY_TONE[each]} label={words.integrity[each].label} />
                </dt>
                <dd>{words.integrity[each].text}</dd>
              </div>
            ))}
          </dl>
        </div>
        <div>
          <h3>{words.graph.signerLegend}</h3>
          <dl>
            {[...signer].map((each) => (
              <div key={each}>
                <dt>
                  <Mark tone={OWN_SIGNER_TONE[each]} label={words.signer[each].label} />
                </dt>
                <dd>{words.signer[each].text}</dd>
              </div>
            ))}
          </dl>
          <p class="soft">{words.graph.signerNote}</p>
        </div>
      </div>
    </details>
  );
}
