import { StateIcon } from '../kit/components/state-icon.tsx';
import { assetUrl, type Shell } from '../kit/shell.ts';
import { pagePath } from '../kit/site-map.ts';
import { sampleAssets, samplePath, SAMPLES } from './samples.ts';
import { SAMPLE_WORDS } from './words.ts';

/** Four pictures that open ready results. */
export function SampleSection({ shell }: { shell: Shell }) {
  const { language } = shell;
  const words = SAMPLE_WORDS[language];
  return (
    <section class="home-section samples" aria-labelledby="samples">
      <h2 id="samples">{words.title}</h2>
      <p class="soft">{words.intro}</p>
      <ul class="sample-list">
        {SAMPLES.map((name) => (
          <li key={name}>
            <a class="sample" href={pagePath(language, samplePath(name))} rel="nofollow">
              <img src={assetUrl(shell, sampleAssets(name).small)} width="480" height="320" alt="" />
              <span class="sample-name">{words.names[name]}</span>
              <span class="sample-text">{words.texts[name]}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The result of a sample in small; a test holds its words against the page of that result. */
export function ResultFigure({ shell }: { shell: Shell }) {
  const { language } = shell;
  const words = SAMPLE_WORDS[language].figure;
  const name = 'ai-picture';
  return (
    <section class="home-section" aria-labelledby="result-figure">
      <h2 id="result-figure">{words.title}</h2>
      <p class="home-intro">{words.text}</p>
      <figure class="result-figure">
        <div class="result-figure-picture">
          <img
            src={assetUrl(shell, sampleAssets(name).small)}
            width="480"
            height="320"
            alt={words.alt}
            loading="lazy"
          />
        </div>
        <div class="result-figure-card">
          <p class="result-figure-chips">
            <span class="badge">{words.tag}</span>
            <span class="badge">{words.chip}</span>
          </p>
          <p class="result-figure-title">{words.heading}</p>
          <dl>
            <div>
              <dt>{words.intact}</dt>
              <dd class="tone-good">
                <span class="state-word">
                  <StateIcon tone="good" />
                  {words.unchanged}
                </span>
              </dd>
            </div>
            <div>
              <dt>{words.signer}</dt>
              <dd>{words.signedBy}</dd>
            </div>
            <div>
              <dt>{words.declares}</dt>
              <dd>{words.declared}</dd>
            </div>
          </dl>
          <p>
            <a class="button button-quiet" href={pagePath(language, samplePath(name))} rel="nofollow">
              {words.open}
            </a>
          </p>
        </div>
      </figure>
    </section>
  );
}
