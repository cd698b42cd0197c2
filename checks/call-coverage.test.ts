import { calls } from '@coldkeep/contract/calls'
import { type HandlerParts, handlersOf } from '@coldkeep/server/handlers'
import { expect, test } from 'vitest'
import specifiedCalls from './specified-calls.json'
import { tableUnder, unquoted } from './support/markdown'
import { filesMatching, readProject, type SourceFile } from './support/source-tree'

interface CallAddress {
  readonly method: string
  readonly path: string
}

const specified: readonly CallAddress[] = specifiedCalls
const built = Object.values(calls).map(({ method, path }): CallAddress => ({ method, path }))
const open = tableUnder(readProject('docs/spec-gaps.md'), 'Calls that are not built yet').map(
  (row): CallAddress => ({ method: unquoted(row.Method ?? ''), path: unquoted(row.Path ?? '') }),
)
const areaTests = filesMatching(/^packages\/server\/src\/.*\.test\.ts$/)

const name = ({ method, path }: CallAddress) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`
const names = (list: readonly CallAddress[]) => list.map(name).sort()

test('the list of specified calls is whole', () => {
  expect(specified).toHaveLength(139)
  expect(new Set(names(specified)).size).toBe(139)
})

test('every specified call is either in the call table or named as open', () => {
  const missing = names(specified).filter(
    (call) => !names(built).includes(call) && !names(open).includes(call),
  )
  expect(missing).toEqual([])
})

test('no call is both built and named as open, and nothing is named as open that was never specified', () => {
  expect(names(open).filter((call) => names(built).includes(call))).toEqual([])
  expect(names(open).filter((call) => !names(specified).includes(call))).toEqual([])
  expect(names(open)).toEqual([...new Set(names(open))])
})

test('every call of the table is bound', () => {
  // only their names are used, none of them is called: they need no parts
  expect(Object.keys(handlersOf({} as HandlerParts)).sort()).toEqual(Object.keys(calls).sort())
})

/** Calls that no test sends; a path parameter may be written in any way. */
function untried(list: readonly CallAddress[], files: readonly SourceFile[]): string[] {
  return list
    .filter(({ method, path }) => {
      const address = path
        .split(/\{\w+\}/)
        .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
        .join('(?:\\$\\{[^}]+\\}|[^/?\'"`\\s]+?)')
      const end = '(?=[\'"`?]|\\$\\{)'
      const sent = new RegExp(`['"]${method}['"],\\s*['"\`]${address}${end}`)
      // Test files of an area have a short way to read: get('stores?depart=1').
      const read = new RegExp(`['"\`]${address.replace('/api/v2/', '')}${end}`)
      const isSent = (text: string) => sent.test(text) || (method === 'GET' && read.test(text))
      return !files.some((file) => isSent(file.text))
    })
    .map(name)
}

test('every call of the table is sent by a test of the server', () => {
  expect(untried(built, areaTests)).toEqual([])
})

test('a call that only a longer address contains counts as not sent', () => {
  const file = { path: 'a.test.ts', text: "send('GET', '/api/v2/device/7/series?points=1')" }
  const device = { method: 'GET', path: '/api/v2/device/{deviceid}' }
  const series = { method: 'GET', path: '/api/v2/device/{deviceid}/series' }
  expect(untried([device, series], [file])).toEqual(['GET /api/v2/device/{}'])
})
