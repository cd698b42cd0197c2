import { calls } from '@coldkeep/contract/calls'
import { describe, expect, test } from 'vitest'
import { openApiDocument } from './openapi'

type Json = { readonly [key: string]: Json }

const document = openApiDocument('1.2.3') as Json

/** What a JSON pointer in a fragment names (RFC 6901), or undefined. */
function lookUp(reference: string): unknown {
  const keys = decodeURI(reference.slice(1)).split('/').slice(1)
  return keys.reduce<Json | undefined>(
    (at, key) => at?.[key.replaceAll('~1', '/').replaceAll('~0', '~')],
    document,
  )
}

function referencesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' && typeof inner === 'string' ? [inner] : referencesIn(inner),
  )
}

describe('the OpenAPI document', () => {
  test('is of version 3.1 and has a title and a version', () => {
    expect(document.openapi).toBe('3.1.0')
    expect(document.info).toEqual({ title: 'Coldkeep', version: '1.2.3' })
  })

  test.each(Object.entries(calls))('describes %s', (name, call) => {
    const operation = document.paths?.[call.path]?.[call.method.toLowerCase()]
    expect(operation?.operationId).toBe(name)
    expect(operation?.responses).toHaveProperty(String(call.status))
    expect(operation?.responses).toHaveProperty('default')
  })

  test('names every path parameter', () => {
    for (const [path, operations] of Object.entries(document.paths!)) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      for (const operation of Object.values(operations)) {
        const parameters = Object.values(operation.parameters!) as unknown as { in?: string; name?: string }[]
        expect(parameters.filter((each) => each.in === 'path').map((each) => each.name)).toEqual(named)
      }
    }
  })

  test('gives each operation an id of its own', () => {
    const ids = Object.values(document.paths!).flatMap((path) =>
      Object.values(path).map((operation) => operation.operationId),
    )
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('holds no reference that leads nowhere', () => {
    const references = new Set(referencesIn(document))
    expect(references.size).toBeGreaterThan(3)
    for (const reference of references) expect(lookUp(reference), reference).toBeDefined()
  })

  test('asks for a token exactly where the table does', () => {
    const securityOf = (path: string, method: string) => document.paths?.[path]?.[method]?.security
    expect(securityOf('/config.json', 'get')).toEqual([])
    expect(securityOf('/api/v2/auth', 'post')).toEqual([{ credentials: [] }])
    expect(securityOf('/api/v2/department-map', 'get')).toEqual([{ token: [] }])
    expect(securityOf('/api/v2/iot-connection/detail', 'get')).toEqual([{ token: [] }])
  })

  test('shows the wire, not our words: an offset is a text there', () => {
    const operation = document.paths?.['/api/v2/iot-connection/detail']?.get
    const parameters = Object.values(operation!.parameters!) as unknown as { name: string; schema: object }[]
    expect(parameters.find((each) => each.name === 'timezone')?.schema).toMatchObject({ type: 'string' })
  })
})
