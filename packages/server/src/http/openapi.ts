import type { Access, AnyCall } from '@coldkeep/contract/call'
import { type CallName, calls } from '@coldkeep/contract/calls'
import { isBytes, isDocument } from '@coldkeep/contract/content'
import { wireProblem } from '@coldkeep/contract/problem'
import { problemStatus } from '@coldkeep/contract/problem-status'
import { wireJsonSchema } from '@coldkeep/contract/wire/json-schema'
import type * as z from 'zod/mini'

type Json = Record<string, unknown>

/** The call table as an OpenAPI 3.1 document. Schemas show what travels, not what our code makes of it. */
export function openApiDocument(version: string): Json {
  const paths: Record<string, Json> = {}
  for (const [name, call] of Object.entries(calls) as [CallName, AnyCall][]) {
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operationOf(name, call) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Coldkeep', version },
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    servers: [{ url: '/' }],
    paths,
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        credentials: { type: 'http', scheme: 'basic' },
        terminal: { type: 'http', scheme: 'basic' },
        box: { type: 'apiKey', in: 'header', name: 'authorization' },
        line: { type: 'apiKey', in: 'header', name: 'x-line-signature' },
      },
      parameters: {
        language: {
          name: 'language',
          in: 'header',
          description: 'Language of titles and messages; without it `Accept-Language` counts.',
          schema: { enum: ['en', 'ja', 'zh-CN', 'zh-TW'] },
        },
      },
      schemas: { problem: schemaOf(wireProblem, '#/components/schemas/problem') },
      responses: { problem: refusalOf() },
    },
  }
}

function operationOf(name: CallName, call: AnyCall): Json {
  const address = `#/paths/${escaped(call.path)}/${call.method.toLowerCase()}`
  const parameters = [
    ...parametersOf(call.params, 'path'),
    ...parametersOf(call.query, 'query'),
    { $ref: '#/components/parameters/language' },
  ]
  return {
    operationId: name,
    summary: call.summary,
    description: describeAccess(call.access),
    security: securityOf(call.access),
    parameters,
    ...bodyOf(call, `${address}/requestBody/content/application~1json/schema`),
    responses: {
      [call.status]: { description: 'The answer.', content: contentOf(call, address) },
      default: { $ref: '#/components/responses/problem' },
    },
  }
}

function contentOf({ answer, status }: AnyCall, address: string): Json {
  if (isDocument(answer)) {
    const answerAt = `${address}/responses/${status}/content/application~1json/schema`
    return { 'application/json': { schema: schemaOf(answer, answerAt) } }
  }
  if (answer.kind === 'events') return { 'text/event-stream': {} }
  return { [plainType(answer.type ?? '*')]: {} }
}

function plainType(type: string): string {
  return type === '*' ? '*/*' : type.replace(/;.*/, '')
}

function parametersOf(schema: z.ZodMiniType, place: 'path' | 'query'): Json[] {
  const { properties = {}, required = [] } = wireJsonSchema(schema)
  return Object.entries(properties).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: field,
  }))
}

function bodyOf(call: AnyCall, address: string): Json {
  if (isBytes(call.body)) return { requestBody: { content: { [plainType(call.body.type)]: {} } } }
  const schema = schemaOf(call.body, address)
  if (call.method === 'GET' || Object.keys((schema.properties as Json | undefined) ?? {}).length === 0)
    return {}
  return { requestBody: { content: { 'application/json': { schema } } } }
}

/** A schema as it is at `address`; references inside it are made absolute. */
function schemaOf(schema: z.ZodMiniType, address: string): Json {
  const { $schema: _, ...json } = wireJsonSchema(schema)
  return moveReferences(json, address) as Json
}

function moveReferences(value: unknown, address: string): unknown {
  if (Array.isArray(value)) return value.map((each) => moveReferences(each, address))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) =>
      key === '$ref' && typeof inner === 'string'
        ? [key, address + inner.slice(1)]
        : [key, moveReferences(inner, address)],
    ),
  )
}

function escaped(path: string): string {
  return encodeURI(path.replaceAll('~', '~0').replaceAll('/', '~1'))
}

function refusalOf(): Json {
  const codes = Object.entries(problemStatus).map(([code, status]) => `\`${code}\` (${status})`)
  return {
    description: `A refusal. Codes: ${codes.join(', ')}.`,
    content: { 'application/json': { schema: { $ref: '#/components/schemas/problem' } } },
  }
}

function securityOf(access: Access): Json[] {
  if (access === 'public' || access === 'link') return []
  const schemes = ['credentials', 'terminal', 'box', 'line'] as const
  return [{ [schemes.find((scheme) => scheme === access) ?? 'token']: [] }]
}

function describeAccess(access: Access): string {
  if (access === 'public') return 'Open to everybody.'
  if (access === 'credentials') return 'Takes account and password.'
  if (access === 'signed_in') return 'For every signed-in account.'
  if (access === 'link') return 'For whoever has a link that holds.'
  if (access === 'terminal') return 'Takes id and secret of a terminal, as the broker does.'
  if (access === 'box')
    return 'Takes the token of the program for system updates in the box: `TargetToken <token>`.'
  if (access === 'line') return 'For LINE, which signs what it sends.'
  return `For accounts that may open page ${access.join(' or ')}.`
}
