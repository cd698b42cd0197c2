import type { Access, Call } from '@coldkeep/contract/call'
import { type CallName, calls } from '@coldkeep/contract/calls'
import { problemStatus, wireProblem } from '@coldkeep/contract/problem'
import * as z from 'zod/mini'

type Json = Record<string, unknown>

/** The call table as an OpenAPI 3.1 document. Schemas show what travels, not what our code makes of it. */
export function openApiDocument(version: string): Json {
  const paths: Record<string, Json> = {}
  for (const [name, call] of Object.entries(calls) as [CallName, Call][]) {
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

function operationOf(name: CallName, call: Call): Json {
  const address = `#/paths/${escaped(call.path)}/${call.method.toLowerCase()}`
  const parameters = [
    ...parametersOf(call.params, 'path'),
    ...parametersOf(call.query, 'query'),
    { $ref: '#/components/parameters/language' },
  ]
  const answerAt = `${address}/responses/200/content/application~1json/schema`
  return {
    operationId: name,
    summary: call.summary,
    description: describeAccess(call.access),
    security: securityOf(call.access),
    parameters,
    ...bodyOf(call, `${address}/requestBody/content/application~1json/schema`),
    responses: {
      200: {
        description: 'The answer.',
        content: { 'application/json': { schema: schemaOf(call.answer, answerAt) } },
      },
      default: { $ref: '#/components/responses/problem' },
    },
  }
}

function parametersOf(schema: z.ZodMiniType, place: 'path' | 'query'): Json[] {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input' })
  return Object.entries(properties).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: field,
  }))
}

function bodyOf(call: Call, address: string): Json {
  const schema = schemaOf(call.body, address)
  if (call.method === 'GET' || Object.keys((schema.properties as Json | undefined) ?? {}).length === 0)
    return {}
  return { requestBody: { content: { 'application/json': { schema } } } }
}

/** A schema as it stands at `address`; references inside it are made absolute. */
function schemaOf(schema: z.ZodMiniType, address: string): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input' })
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
  if (access === 'public') return []
  return access === 'credentials' ? [{ credentials: [] }] : [{ token: [] }]
}

function describeAccess(access: Access): string {
  if (access === 'public') return 'Open to everybody.'
  if (access === 'credentials') return 'Takes account and password.'
  if (access === 'signed_in') return 'For every signed-in account.'
  return `For accounts that may open page ${access.join(' or ')}.`
}
