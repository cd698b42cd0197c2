import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { TerminalId } from '@coldkeep/domain/ids'
import { afterEach, expect, test } from 'vitest'
import { BoxFolder } from '../testing/box-folder'
import { type FieldAnswer, FieldServer } from '../testing/field-server'
import { rotateCredential } from './rotate-credential'

const NEXT = 'N'.repeat(43)
const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

async function rotate(answer: FieldAnswer) {
  const folder = new BoxFolder()
  const server = await FieldServer.start(() => answer)
  cleanUps.push(
    () => folder[Symbol.dispose](),
    () => server[Symbol.asyncDispose](),
  )
  const credentialPath = folder.put('credential', 'present\n', 0o600)
  const rotated = await rotateCredential({
    serverUrl: server.url,
    isInsecureAllowed: false,
    ca: null,
    terminalId: 'TB-004217' as TerminalId,
    token: 'once',
    secret: 'present',
    credentialPath,
  })
  return { rotated, server, folder, credentialPath }
}

test('the next secret takes the place of the present one, for the owner alone', async () => {
  const body = { secret: NEXT, old_until: '2026-11-22T04:00:00.000Z' }
  const { rotated, server, folder, credentialPath } = await rotate({ body })
  expect(rotated).toEqual({ ok: true, value: NEXT })
  expect(server.requests).toEqual([
    { path: '/field/v1/credential', body: { tid: 'TB-004217', token: 'once', secret: 'present' } },
  ])
  expect(readFileSync(credentialPath, 'utf8')).toBe(`${NEXT}\n`)
  expect(statSync(credentialPath).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder.path)).toEqual(['credential'])
})

test.each<[string, FieldAnswer, RegExp]>([
  ['refuses', { status: 403, body: { code: 'credential.refused', message: 'Not valid.' } }, /^Not valid\.$/],
  ['answers something else', { body: { secret: 'short' } }, /does not understand$/],
])('a server that %s leaves the present secret', async (_, answer, why) => {
  const { rotated, folder } = await rotate(answer)
  expect(rotated.ok ? '' : rotated.problem).toMatch(why)
  expect(readFileSync(join(folder.path, 'credential'), 'utf8')).toBe('present\n')
  expect(readdirSync(folder.path)).toEqual(['credential'])
})
