import { isJsonObject, type JsonObject } from '../../http/openapi-schemas.ts';
import { REFERENCE_GROUPS } from '../kit/site-map.ts';
import type { Access, Answer, Field, Operation, Place, Reference, Shape } from './model.ts';
import { answerExample } from './answer-example.ts';
import { callOf, type OperationFacts } from './call.ts';
import { curlExample } from './curl-example.ts';
import { javascriptExample } from './javascript-example.ts';
import { pythonExample } from './python-example.ts';
import { listOf, objectOf, readShape, textOf } from './read-shape.ts';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** The description of the interface, as the reference shows it. */
export function readReference(openApi: Readonly<Record<string, unknown>>, origin: string): Reference {
  const schemas = Object.entries(objectOf(objectOf(openApi['components'])['schemas'])).map(([name, schema]) => ({
    name,
    description: textOf(objectOf(schema)['description']),
    shape: readShape(objectOf(schema)),
  }));
  const shapes = new Map(schemas.map(({ name, shape }) => [name, shape]));
  const operations = Object.entries(objectOf(openApi['paths'])).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = objectOf(item)[method];
      return isJsonObject(operation)
        ? [
            {
              tag: textOf(listOf(operation['tags'])[0]),
              operation: readOperation(method, path, operation, { origin, shapes }),
            },
          ]
        : [];
    }),
  );
  return {
    groups: REFERENCE_GROUPS.map((tag) => ({
      tag,
      operations: operations.filter((each) => each.tag === tag).map(({ operation }) => operation),
    })),
    schemas,
  };
}

interface Surroundings {
  origin: string;
  /** Of the schemas that several operations share. */
  shapes: ReadonlyMap<string, Shape>;
}

function readOperation(
  method: string,
  path: string,
  operation: JsonObject,
  { origin, shapes }: Surroundings,
): Operation {
  const responses = Object.entries(objectOf(operation['responses']));
  const facts: OperationFacts = {
    id: textOf(operation['operationId']),
    method: method.toUpperCase(),
    path,
    summary: textOf(operation['summary']),
    description: textOf(operation['description']),
    access: accessOf(operation),
    parameters: {
      path: parametersIn('path', operation),
      query: parametersIn('query', operation),
      header: parametersIn('header', operation),
    },
    body: bodyOf(operation),
    answers: responses.filter(([status]) => isSuccess(status)).map(([status, answer]) => readAnswer(status, answer)),
    refusals: responses
      .filter(([status]) => !isSuccess(status))
      .map(([status, answer]) => ({ status, codes: codesOf(textOf(objectOf(answer)['description'])) })),
  };
  const call = callOf(facts, objectOf(operation['requestBody']), origin);
  return {
    ...facts,
    examples: { sh: curlExample(call), js: javascriptExample(call), python: pythonExample(call) },
    answerExample: answerExample(facts.answers, shapes),
  };
}

function isSuccess(status: string): boolean {
  return /^[23]/.test(status);
}

/** The document lists each code of a status, in code marks, before what it means. */
function codesOf(description: string): string[] {
  return [...description.matchAll(/`([A-Z0-9_]+)`:/g)].map(([, code = '']) => code);
}

function accessOf(operation: JsonObject): Access[] {
  const ways = listOf(operation['security']).map(objectOf);
  if (ways.length === 0) return [{ scheme: 'none', needs: null }];
  return ways.map((way) => {
    const [name = 'none', needs] = Object.entries(way)[0] ?? [];
    return { scheme: schemeOf(name), needs: textOf(listOf(needs)[0]) || null };
  });
}

function schemeOf(name: string): Access['scheme'] {
  if (name === 'none' || name === 'apiKey' || name === 'session' || name === 'adminToken') return name;
  throw new Error(`the reference knows no way in named ${name}`);
}

function parametersIn(place: Place, operation: JsonObject): Field[] {
  return listOf(operation['parameters'])
    .map(objectOf)
    .filter((parameter) => parameter['in'] === place)
    .map((parameter) => ({
      name: textOf(parameter['name']),
      description: textOf(parameter['description']),
      isRequired: parameter['required'] === true,
      shape: readShape(objectOf(parameter['schema'])),
    }));
}

function bodyOf(operation: JsonObject): Operation['body'] {
  const body = objectOf(operation['requestBody']);
  const [first] = Object.entries(objectOf(body['content']));
  if (first === undefined) return null;
  const [type, content] = first;
  return { type, isRequired: body['required'] === true, shape: readShape(objectOf(objectOf(content)['schema'])) };
}

function readAnswer(status: string, answer: unknown): Answer {
  const { description, headers, content } = objectOf(answer);
  return {
    status,
    description: textOf(description),
    // Those of every answer are described once, and referred to.
    headers: Object.entries(objectOf(headers)).flatMap(([name, header]) =>
      '$ref' in objectOf(header) ? [] : [{ name, description: textOf(objectOf(header)['description']) }],
    ),
    contents: Object.entries(objectOf(content)).map(([type, media]) => {
      const schema = objectOf(media)['schema'];
      return { type, shape: isJsonObject(schema) ? readShape(schema) : null };
    }),
  };
}
