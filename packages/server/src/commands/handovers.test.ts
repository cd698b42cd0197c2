import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Handover, MAX_HANDOVERS } from '@coldkeep/contract/mqtt/handover'
import { openSigned, readTrustedKeys } from '@coldkeep/contract/mqtt/signed'
import type { TrustedKey } from '@coldkeep/contract/mqtt/trusted-key'
import { days, type EpochMs, epochMs, later } from '@coldkeep/domain/time/instant'
import { afterEach, expect, test } from 'vitest'
import { openHandovers } from './handovers'
import { loadFieldKeys } from './keys'

const NOW = epochMs(Date.parse('2026-11-20T12:00:00Z'))
const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'coldkeep-handovers-'))
  folders.push(folder)
  return folder
}

/** A start of the server, perhaps after its key was taken away. */
function start(folder: string, now: EpochMs, how: 'as before' | 'changed' = 'changed') {
  if (how === 'changed') rmSync(join(folder, 'field-key.pem'), { force: true })
  const keys = loadFieldKeys(folder)
  if (!keys.ok) throw new Error(keys.problem)
  const chain = openHandovers(folder, keys.value, now)
  if (!chain.ok) throw new Error(chain.problem)
  return { keys: keys.value.publicKeys(), chain: chain.value }
}

/** What someone trusts in the end who follows a chain from these keys on. */
function followed(
  from: readonly TrustedKey[],
  chain: ReturnType<typeof start>['chain'],
): readonly TrustedKey[] {
  let trusted = from
  for (const link of chain) {
    const said = openSigned(link, readTrustedKeys(trusted))
    if (said.ok) trusted = (said.value as Handover).keys
  }
  return trusted
}

test('whoever knew the keys of any time before is led to those of now, as often as they were changed', () => {
  const folder = newFolder()
  const times = [0, 1, 2, 3].map((month) =>
    start(folder, later(NOW, days(30 * month)), month === 0 ? 'as before' : 'changed'),
  )
  const newest = times.at(-1)!
  for (const { keys } of times) expect(followed(keys, newest.chain)).toEqual(newest.keys)
  expect(newest.chain).toHaveLength(4)
  expect(followed(start(newFolder(), NOW).keys, newest.chain)).not.toEqual(newest.keys)
  expect(statSync(join(folder, 'field-key-chain.json')).mode & 0o777).toBe(0o600)
})

test('a key speaks again at each start, always later than before, and its word holds for 400 days', () => {
  const folder = newFolder()
  const said = (now: EpochMs) => {
    const { chain } = start(folder, now, 'as before')
    expect(chain).toHaveLength(1)
    return JSON.parse(Buffer.from(chain[0]!.p, 'base64url').toString()) as Handover
  }
  const first = said(NOW)
  expect(first.exp - first.iat).toBe(days(400))
  expect(said(later(NOW, -days(9))).iat).toBe(first.iat + 1)
  const before = start(folder, NOW, 'as before').keys
  start(folder, later(NOW, 1_000))
  expect(followed(before, start(folder, later(NOW, days(399)), 'as before').chain)[0]).not.toEqual(before[0])
  expect(start(folder, later(NOW, days(401)), 'as before').chain).toHaveLength(1)
})

test('a chain has an end', () => {
  const folder = newFolder()
  for (let change = 0; change < MAX_HANDOVERS + 3; change++) start(folder, later(NOW, change))
  expect(start(folder, later(NOW, 100), 'as before').chain).toHaveLength(MAX_HANDOVERS)
})

test.each(['', '{}', '[1]'])('a file that holds %j is refused in one line that names it', (content) => {
  const folder = newFolder()
  start(folder, NOW)
  const path = join(folder, 'field-key-chain.json')
  writeFileSync(path, content)
  const keys = loadFieldKeys(folder)
  expect(keys.ok && openHandovers(folder, keys.value, NOW)).toEqual({
    ok: false,
    problem: `${path}: holds no handovers of keys; restore it from a backup or remove it`,
  })
  expect(readFileSync(path, 'utf8')).toBe(content)
})
