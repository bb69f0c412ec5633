const header = { type: 'object', anyOf: [{ required: ['$ref'] }, { required: ['schema'] }] };
const content = {
  type: 'object',
  additionalProperties: { type: 'object', properties: { schema: { type: 'object' } }, additionalProperties: false },
};
const response = {
  type: 'object',
  required: ['description'],
  properties: {
    description: { type: 'string', minLength: 1 },
    headers: { type: 'object', additionalProperties: header },
    content,
  },
  additionalProperties: false,
};
const parameter = {
  type: 'object',
  required: ['name', 'in', 'required', 'schema'],
  properties: {
    name: { type: 'string' },
    in: { enum: ['path', 'query', 'header'] },
    required: { type: 'boolean' },
    description: { type: 'string' },
    schema: { type: 'object' },
  },
  additionalProperties: false,
  anyOf: [{ properties: { in: { enum: ['query', 'header'] } } }, { properties: { required: { const: true } } }],
};
const operation = {
  type: 'object',
  required: ['operationId', 'summary', 'description', 'tags', 'security', 'responses'],
  properties: {
    operationId: { type: 'string' },
    summary: { type: 'string' },
    description: { type: 'string' },
    tags: { type: 'array', items: { type: 'string' }, minItems: 1 },
    security: {
      type: 'array',
      items: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
    },
    parameters: { type: 'array', items: parameter, uniqueItems: true },
    requestBody: {
      type: 'object',
      required: ['content'],
      properties: { required: { type: 'boolean' }, content },
      additionalProperties: false,
    },
    responses: {
      type: 'object',
      propertyNames: { pattern: '^([1-5][0-9][0-9]|default)$' },
      additionalProperties: response,
    },
  },
  additionalProperties: false,
};
/** The rules of OpenAPI 3.1.0 §4.8 that our documents depend on, as a JSON Schema. */
export const OPENAPI_RULES = {
  type: 'object',
  required: ['openapi', 'info', 'paths', 'components'],
  properties: {
    openapi: { const: '3.1.0' },
    info: { type: 'object', required: ['title', 'version'] },
    servers: { type: 'array', items: { type: 'object', required: ['url'] } },
    tags: { type: 'array', items: { type: 'object', required: ['name'] } },
    paths: {
      type: 'object',
      propertyNames: { pattern: '^/' },
      additionalProperties: {
        type: 'object',
        propertyNames: { enum: ['get', 'post', 'put', 'patch', 'delete'] },
        additionalProperties: operation,
      },
    },
    components: {
      type: 'object',
      properties: {
        schemas: { type: 'object', propertyNames: { pattern: '^[A-Za-z0-9._-]+$' } },
        responses: { type: 'object', additionalProperties: response },
        headers: { type: 'object', additionalProperties: header },
        securitySchemes: { type: 'object', additionalProperties: { type: 'object', required: ['type'] } },
      },
      additionalProperties: false,
    },
  },
  additionalProperties: false,
};
