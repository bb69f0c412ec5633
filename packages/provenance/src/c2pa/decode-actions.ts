import { LIMITS } from '../limits.ts';
import type { ActionFacts, ModelParameterFacts } from './facts.ts';
import {
  decodeList,
  decodeName,
  decodeNamed,
  decodeRecord,
  decodeText,
  decodeTime,
  type LooseRecord,
} from './loose-json.ts';

/**
 * Parameters in which generators name their model. A fixed table: parameters also hold prompts, paths and identifiers,
 * which a report does not repeat.
 */
const MODEL_KEYS = ['com.adobe.firefly.version', 'firefly.version', 'model_name'] as const;

/** All actions of `c2pa.actions`, `c2pa.actions.v2` and further instances (`…__1`), in order. */
export function decodeActions(assertions: LooseRecord): ActionFacts[] {
  return Object.entries(assertions)
    .filter(([label]) => label.startsWith('c2pa.actions'))
    .flatMap(([, data]) => {
      const assertion = decodeRecord(data);
      const agents = decodeList(assertion['softwareAgents']);
      const templates = decodeList(assertion['templates'])
        .slice(0, LIMITS.factActionTemplates)
        .map(decodeRecord)
        .map((item) => ({ action: item['action'], says: statementOf(item, agents, item['templateParameters']) }));
      return decodeList(assertion['actions']).map((item) => decodeAction(decodeRecord(item), agents, templates));
    });
}

interface Template {
  action: unknown;
  says: Statement;
}

/** An action's templates supply what the action itself does not say; `*` is a template for all (C2PA 2.x, actions v2). */
function decodeAction(action: LooseRecord, agents: readonly unknown[], templates: readonly Template[]): ActionFacts {
  const name = decodeText(action['action']) ?? '';
  const own = statementOf(action, agents, action['parameters']);
  const given = templates.filter((template) => template.action === name || template.action === '*');
  const sources = [own, ...given.map(({ says }) => says)];
  const agentFrom = sources.find(({ agent }) => agent.software_agent !== null) ?? own;
  const typeFrom = sources.find(({ type }) => type !== null) ?? own;
  const wordsFrom = sources.find(({ description }) => description !== null) ?? own;
  const modelFrom = sources.find(({ models }) => models.length > 0) ?? own;
  return {
    action: name,
    when: decodeTime(action['when']),
    ...agentFrom.agent,
    digital_source_type: typeFrom.type,
    description: wordsFrom.description,
    from_template: [agentFrom, typeFrom, wordsFrom, modelFrom].some((from) => from !== own),
    model_parameters: modelFrom.models,
  };
}

interface Statement {
  agent: Pick<ActionFacts, 'software_agent' | 'software_agent_version'>;
  type: string | null;
  description: string | null;
  models: ModelParameterFacts[];
}

function statementOf(item: LooseRecord, agents: readonly unknown[], parameters: unknown): Statement {
  const agent = item['softwareAgent'] ?? agents[agentIndex(item)];
  return {
    agent: {
      software_agent: decodeNamed(agent),
      software_agent_version: decodeName(decodeRecord(agent)['version']),
    },
    type: decodeText(item['digitalSourceType']),
    description: decodeText(item['description']),
    models: decodeModelParameters(parameters),
  };
}

/** -1 when the action refers to none of the assertion's agents. */
function agentIndex(item: LooseRecord): number {
  const index = item['softwareAgentIndex'];
  return typeof index === 'number' && Number.isInteger(index) ? index : -1;
}

function decodeModelParameters(value: unknown): ModelParameterFacts[] {
  const parameters = decodeRecord(value);
  return MODEL_KEYS.flatMap((key) => {
    const text = decodeName(parameters[key]);
    return text === null ? [] : [{ key, value: text }];
  });
}
