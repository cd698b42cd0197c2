import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { openSigned, readTrustedKeys, signMessage } from '@coldkeep/contract/mqtt/signed'
import { afterEach, expect, test } from 'vitest'
import { type FieldKeys, loadFieldKeys } from './keys'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'coldkeep-keys-'))
  folders.push(folder)
  return folder
}

function keysIn(folder: string): FieldKeys {
  const keys = loadFieldKeys(folder)
  if (!keys.ok) throw new Error(keys.problem)
  return keys.value
}

test('two keys are made at the first start, for their owner alone, and stay', () => {
  const folder = newFolder()
  const first = keysIn(folder)
  expect(readdirSync(folder).sort()).toEqual(['field-key-next.pem', 'field-key.pem'])
  for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
  expect(keysIn(folder).publicKeys()).toEqual(first.publicKeys())
  expect(new Set(first.publicKeys().map(({ k }) => k)).size).toBe(2)
})

test('what is signed is opened with the public keys, now and after the next key has taken over', () => {
  const folder = newFolder()
  const before = keysIn(folder)
  const trusted = readTrustedKeys(before.publicKeys())
  const content = { v: 1, say: 'cold' }
  expect(openSigned(signMessage(content, before.signing), trusted)).toEqual({ ok: true, value: content })
  rmSync(join(folder, 'field-key.pem'))
  const after = keysIn(folder)
  expect(after.signing.name).toBe(before.publicKeys()[1]?.k)
  expect(openSigned(signMessage(content, after.signing), trusted)).toEqual({ ok: true, value: content })
  const stranger = keysIn(newFolder())
  expect(openSigned(signMessage(content, stranger.signing), trusted)).toEqual({ ok: false, problem: 'E_SIG' })
})

test.each(['', 'hello', '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n'])(
  'a file that holds %j is refused in one line that names it, and left as it is',
  (content) => {
    const folder = newFolder()
    const path = join(folder, 'field-key.pem')
    writeFileSync(path, content)
    expect(loadFieldKeys(folder)).toEqual({
      ok: false,
      problem: `${path}: is no ed25519 private key in PEM form; restore it from a backup`,
    })
    expect(statSync(path).size).toBe(content.length)
  },
)

test('a folder that cannot be used is reported', () => {
  const path = join(newFolder(), 'file')
  writeFileSync(path, '')
  expect(loadFieldKeys(path)).toEqual({
    ok: false,
    problem: `${path}: the key for terminals cannot be read or made (EEXIST)`,
  })
})

test('processes that start at once on one folder agree', { timeout: 30_000 }, async () => {
  const folder = newFolder()
  const script = fileURLToPath(new URL('../testing/print-field-keys.ts', import.meta.url))
  const children = Array.from({ length: 4 }, () =>
    spawn(process.execPath, ['--import', 'tsx', script, folder], { stdio: ['ignore', 'pipe', 'inherit'] }),
  )
  const said = await Promise.all(
    children.map(async (child) => {
      const [output] = await Promise.all([text(child.stdout), once(child, 'exit')])
      return output
    }),
  )
  expect(said[0]).toMatch(/^\[\{"k":"[0-9a-f]{12}"/)
  expect(new Set(said).size).toBe(1)
  expect(readdirSync(folder)).toHaveLength(2)
})
