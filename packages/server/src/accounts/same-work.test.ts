import type { KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '../testing/test-database'
import { basic, testServer } from '../testing/test-server'

test('an account that exists and one that does not are refused after the same work', async () => {
  const queries: string[] = []
  const recorder: KyselyPlugin = {
    transformQuery: ({ node }) => {
      queries.push(describe(node))
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const database = await testDatabase('embedded')
  const server = await testServer({ database: database.kysely.withPlugin(recorder) })
  const workFor = async (login: string) => {
    queries.length = 0
    const headers = basic(login, 'a guess')
    const { body } = await server.send('POST', '/api/v2/auth', { headers, body: {} })
    expect(body.code).toBe('session.wrong_credentials')
    return [...queries]
  }
  // the first of all, the first of another name, and one more of each
  const unknown = [await workFor('nobody'), await workFor('somebody'), await workFor('somebody')]
  const known = [await workFor('north'), await workFor('admin'), await workFor('admin')]
  expect(known).toEqual(unknown)
  expect(known[0]?.filter((each) => each.includes('audit'))).toHaveLength(1)
  await server.close()
  await database.close()
})

/** The kind of a query, and the tables that it names. */
function describe(node: object): string {
  const tables = [...JSON.stringify(node).matchAll(/"identifier":\{"kind":"IdentifierNode","name":"(\w+)"/g)]
  return [(node as { kind: string }).kind, ...new Set(tables.map(([, name]) => name))].join(' ')
}
