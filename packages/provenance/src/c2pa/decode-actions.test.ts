import { describe, expect, it } from 'vitest';
import { LIMITS } from '../limits.ts';
import { decodeActions } from './decode-actions.ts';

const TRAINED = 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia';

describe('the actions of a manifest', () => {
  it('name their agent as text or as an entry, with its version', () => {
    expect(
      decodeActions({
        'c2pa.actions': { actions: [{ action: 'c2pa.created', softwareAgent: 'Adobe Firefly' }] },
        'c2pa.actions.v2__1': {
          actions: [{ action: 'c2pa.edited', softwareAgent: { name: 'gpt-image', version: '2.0' } }],
        },
      }),
    ).toMatchObject([
      { action: 'c2pa.created', software_agent: 'Adobe Firefly', software_agent_version: null },
      { action: 'c2pa.edited', software_agent: 'gpt-image', software_agent_version: '2.0' },
    ]);
  });

  it('may point to an agent of the assertion, and a number that points nowhere names none', () => {
    const actions = [0, 1, -1, 0.5, '0'].map((softwareAgentIndex) => ({ action: 'c2pa.edited', softwareAgentIndex }));
    const decoded = decodeActions({ 'c2pa.actions.v2': { actions, softwareAgents: [{ name: 'Editor' }] } });
    expect(decoded.map(({ software_agent }) => software_agent)).toEqual(['Editor', null, null, null, null]);
  });

  it('are filled from the templates of their kind, and never against what they say themselves', () => {
    const templates = [
      { action: 'c2pa.created', softwareAgent: { name: 'Maker', version: '3' }, digitalSourceType: TRAINED },
      { action: '*', description: 'all', softwareAgent: 'Anyone', templateParameters: { model_name: 'm-1' } },
    ];
    const actions = [
      { action: 'c2pa.created' },
      { action: 'c2pa.created', softwareAgent: 'Own', digitalSourceType: 'own', description: 'own' },
      { action: 'c2pa.edited' },
    ];
    expect(decodeActions({ 'c2pa.actions.v2': { actions, templates } })).toMatchObject([
      {
        software_agent: 'Maker',
        software_agent_version: '3',
        digital_source_type: TRAINED,
        description: 'all',
        from_template: true,
      },
      { software_agent: 'Own', software_agent_version: null, digital_source_type: 'own', description: 'own' },
      { software_agent: 'Anyone', digital_source_type: null, model_parameters: [{ key: 'model_name', value: 'm-1' }] },
    ]);
    expect(decodeActions({ 'c2pa.actions.v2': { actions } })).toMatchObject([
      { software_agent: null, from_template: false },
      { software_agent: 'Own', from_template: false },
      { software_agent: null, from_template: false },
    ]);
  });

  it('give the parameters that name a model, cut, and none of the others', () => {
    const parameters = {
      'com.adobe.firefly.version': 'x'.repeat(LIMITS.factNameChars + 1),
      'firefly.version': 5,
      model_name: 'seedance',
      prompt: 'a cat',
      log_id: '1',
    };
    const [action] = decodeActions({ 'c2pa.actions': { actions: [{ action: 'c2pa.created', parameters }] } });
    expect(action?.model_parameters).toEqual([
      { key: 'com.adobe.firefly.version', value: 'x'.repeat(LIMITS.factNameChars) },
      { key: 'model_name', value: 'seedance' },
    ]);
  });

  it('take so many templates and no more', () => {
    const templates = Array.from({ length: LIMITS.factActionTemplates + 1 }, (_, index) => ({
      action: `action.${index}`,
      softwareAgent: 'Template',
    }));
    const actions = templates.map(({ action }) => ({ action }));
    const decoded = decodeActions({ 'c2pa.actions.v2': { actions, templates } });
    expect(decoded.at(-2)).toMatchObject({ software_agent: 'Template', from_template: true });
    expect(decoded.at(-1)).toMatchObject({ software_agent: null, from_template: false });
  });

  it('of any other shape are empty and no failure', () => {
    const shapes = [null, 1, 'text', [], [1], { actions: {} }, { actions: [null, 1, []], templates: [null, 1] }];
    for (const shape of shapes) expect(() => decodeActions({ 'c2pa.actions.v2': shape })).not.toThrow();
    expect(decodeActions({ 'c2pa.actions.v2': { actions: [null] } })).toMatchObject([{ action: '' }]);
  });
});
