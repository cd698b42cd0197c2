import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readRelease } from '@coldkeep/contract/mqtt/release'
import type { Release } from '@coldkeep/contract/mqtt/release-shape'
import { days, epochMs, later } from '@coldkeep/domain/time/instant'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { examineRelease } from './release/examine-release'
import { makeFolder, readRoot, rotateKeys } from './release/key-folder'
import { type ImageClaims, releasePath, signImage } from './release/sign-image'
import { root } from './steps/run-command'

const NOW = epochMs(Date.UTC(2026, 10, 20))
const PASSPHRASE = 'six words that no one else has'
const claims: ImageClaims = {
  type: 'terminal-linux-x64',
  version: '1.3.0',
  min: '1.1.0',
  rollback: false,
  days: 180,
}

let folder: string
let image: string

beforeEach(() => {
  const place = mkdtempSync(join(tmpdir(), 'coldkeep-release-'))
  onTestFinished(() => rmSync(place, { recursive: true, force: true }))
  folder = join(place, 'keys')
  image = join(place, 'coldkeep-terminal-1.3.0.tgz')
  writeFileSync(image, 'the program')
})

const settings = (passphrase: string | null = null, now = NOW) => ({ now, days: 730, passphrase })
const init = (passphrase: string | null = null) =>
  makeFolder(folder, { ...settings(passphrase), isForced: false })
const rotate = (passphrase: string | null = null) =>
  rotateKeys(folder, { ...settings(passphrase), rootPath: null, isBoth: false })
const sign = (of: Partial<ImageClaims> = {}, at: { passphrase?: string | null; isForced?: boolean } = {}) =>
  signImage(image, { ...claims, ...of }, { folder, passphrase: null, isForced: false, now: NOW, ...at })
const written = () => JSON.parse(readFileSync(releasePath(image), 'utf8')) as Release
const judged = (release = written(), at: { now?: typeof NOW; knownKeys?: number } = {}) =>
  readRelease(release, { root: readRoot(folder), knownKeys: 0, now: NOW, ...at })

test('what is signed is believed by whoever has the root, and says what was measured', async () => {
  const keys = init()
  await sign()
  expect(judged()).toEqual({
    ok: true,
    value: {
      keys,
      manifest: {
        v: 1,
        type: 'terminal-linux-x64',
        version: '1.3.0',
        size: 11,
        // printf 'the program' | sha256sum
        sha256: '50fda23bf0a5115d4f893dc10d122c10a4705f47688f5620e80611c092d4053e',
        min: '1.1.0',
        rollback: false,
        made: NOW,
        expires: Date.UTC(2027, 4, 19),
      },
    },
  })
  expect(keys).toMatchObject({ number: 1, expires: later(NOW, days(730)) })
})

test('a release ends with its days, and with its list of keys', async () => {
  init()
  await sign()
  expect(judged(written(), { now: epochMs(later(NOW, days(180)) - 1) })).toMatchObject({ ok: true })
  expect(judged(written(), { now: later(NOW, days(180)) })).toEqual({ ok: false, problem: 'E_EXPIRED' })
  await expect(sign({ days: 731 }, { isForced: true })).rejects.toThrow('rotate the keys')
  await expect(sign({ days: 730 }, { isForced: true })).resolves.toMatchObject({ version: '1.3.0' })
})

test('after a change of keys the next one signs, and the one before does not with the new list', async () => {
  const before = init()
  await sign()
  const early = written()
  const after = rotate()
  expect(after).toMatchObject({ number: 2, current: before.next })
  expect(after.next.k).not.toBe(before.current.k)
  await sign({}, { isForced: true })
  const late = written()
  expect(late.manifest.k).toBe(before.next.k)
  expect(judged(late, { knownKeys: 2 })).toMatchObject({ ok: true })
  // with the list that came with it, where no later one is known, and with none
  expect(judged(early, { knownKeys: 1 })).toMatchObject({ ok: true })
  expect(judged(early, { knownKeys: 2 })).toEqual({ ok: false, problem: 'E_OLD_KEYS' })
  expect(judged({ keys: late.keys, manifest: early.manifest })).toEqual({ ok: false, problem: 'E_SIG' })
  expect(keyFiles()).toEqual([after.current.k, after.next.k].map((k) => `key-${k}.pem`).toSorted())
})

test('where both keys are given up neither signs any longer, even if their files are lost', async () => {
  const before = init()
  for (const { k } of [before.current, before.next]) rmSync(join(folder, `key-${k}.pem`))
  await expect(sign()).rejects.toThrow('is missing')
  expect(() => rotate()).toThrow('is missing')
  const after = rotateKeys(folder, { ...settings(), rootPath: null, isBoth: true })
  expect([after.current.k, after.next.k]).not.toContain(before.next.k)
  await sign()
  expect(judged()).toMatchObject({ ok: true })
})

test('the root may be kept elsewhere, where signing goes on and another root changes nothing', async () => {
  init()
  const kept = join(folder, '..', 'kept.pem')
  writeFileSync(kept, readFileSync(join(folder, 'root.pem')))
  rmSync(join(folder, 'root.pem'))
  await sign()
  expect(judged()).toMatchObject({ ok: true })
  const list = readFileSync(join(folder, 'keys.json'), 'utf8')
  expect(() => rotate()).toThrow('ENOENT')
  const other = join(folder, '..', 'other')
  makeFolder(other, { ...settings(), isForced: false })
  const change = { ...settings(), isBoth: false }
  expect(() => rotateKeys(folder, { ...change, rootPath: join(other, 'root.pem') })).toThrow('not that of')
  expect(readFileSync(join(folder, 'keys.json'), 'utf8')).toBe(list)
  expect(rotateKeys(folder, { ...change, rootPath: kept })).toMatchObject({ number: 2 })
})

test('another root believes nothing of it', async () => {
  init()
  await sign()
  const other = join(folder, '..', 'other')
  makeFolder(other, { ...settings(), isForced: false })
  const trust = { root: readRoot(other), knownKeys: 0, now: NOW }
  expect(await examineRelease(image, trust)).toEqual({ problem: 'E_SIG' })
  // nor a list that came with it: who may write to the folder cannot name other keys
  writeFileSync(join(folder, 'keys.json'), readFileSync(join(other, 'keys.json')))
  await expect(sign({}, { isForced: true })).rejects.toThrow('not signed by the root key')
})

test('one changed byte of the image, the manifest or the list is found', async () => {
  init()
  await sign()
  const trust = { root: readRoot(folder), knownKeys: 0, now: NOW }
  expect(await examineRelease(image, trust)).toMatchObject({ problem: null, image: 'as signed' })
  writeFileSync(image, 'the prograM')
  expect(await examineRelease(releasePath(image), trust)).toMatchObject({ problem: null, image: 'changed' })
  rmSync(image)
  expect(await examineRelease(image, trust)).toMatchObject({ problem: null, image: 'missing' })
  const { keys, manifest } = written()
  const changed = ({ k, p, sig }: Release['keys']) => ({
    k,
    p: `${p[0] === 'e' ? 'f' : 'e'}${p.slice(1)}`,
    sig,
  })
  expect(judged({ keys, manifest: changed(manifest) })).toEqual({ ok: false, problem: 'E_SIG' })
  expect(judged({ keys: changed(keys), manifest })).toEqual({ ok: false, problem: 'E_SIG' })
})

test.each([
  [{ version: '1.3' }, '--version 1.3 is no version'],
  [{ version: 'v1.3.0' }, 'is no version'],
  [{ min: '1' }, '--min 1 is no version'],
  [{ min: '1.3.1' }, 'newer than the version 1.3.0'],
  [{ version: '1.3.0-rc.1', min: '1.3.0' }, 'newer than the version 1.3.0-rc.1'],
  [{ type: 'Terminal' }, '--type Terminal'],
])('%j is refused', async (of, reason) => {
  init()
  await expect(sign(of)).rejects.toThrow(reason)
  expect(existsSync(releasePath(image))).toBe(false)
})

test('an image that is empty or over 1 GiB is refused', async () => {
  init()
  truncateSync(image, 1024 ** 3 + 1)
  await expect(sign()).rejects.toThrow('larger than 1 GiB')
  truncateSync(image, 0)
  await expect(sign()).rejects.toThrow('is empty')
})

test('neither keys nor a release are replaced unawares', async () => {
  const before = init()
  await sign()
  const early = readFileSync(releasePath(image), 'utf8')
  await expect(sign({ version: '1.4.0' })).rejects.toThrow('--force')
  expect(readFileSync(releasePath(image), 'utf8')).toBe(early)
  expect(() => init()).toThrow('--force')
  await sign({ version: '1.4.0' }, { isForced: true })
  expect(judged()).toMatchObject({ ok: true, value: { manifest: { version: '1.4.0' } } })
  const after = makeFolder(folder, { ...settings(), isForced: true })
  expect(after.current.k).not.toBe(before.current.k)
  expect(keyFiles()).toHaveLength(2)
})

test('keys are for their account alone, and encrypted with a passphrase', async () => {
  init(PASSPHRASE)
  for (const name of ['root.pem', ...keyFiles()]) {
    expect(statSync(join(folder, name)).mode & 0o777, name).toBe(0o600)
    expect(readFileSync(join(folder, name), 'utf8')).toMatch(/^-----BEGIN ENCRYPTED PRIVATE KEY-----\n/)
  }
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  await expect(sign()).rejects.toThrow('set COLDKEEP_RELEASE_PASSPHRASE')
  await expect(sign({}, { passphrase: 'another' })).rejects.toThrow('not that of this key')
  expect(existsSync(releasePath(image))).toBe(false)
  await sign({}, { passphrase: PASSPHRASE })
  expect(judged()).toMatchObject({ ok: true })
  expect(() => rotate()).toThrow('set COLDKEEP_RELEASE_PASSPHRASE')
  rotate(PASSPHRASE)
  await sign({}, { passphrase: PASSPHRASE, isForced: true })
  expect(judged(written(), { knownKeys: 2 })).toMatchObject({ ok: true })
})

test('the program goes through the whole course and ends with what became of it', () => {
  const run = (...words: string[]) =>
    spawnSync(process.execPath, ['--import', 'tsx', 'tools/release.ts', ...words], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, COLDKEEP_RELEASE_PASSPHRASE: PASSPHRASE },
    })
  expect(run('init', folder)).toMatchObject({ status: 0, stderr: '' })
  const flags = ['--type', 'terminal-linux-x64', '--version', '1.3.0', '--rollback', '--keys', folder]
  expect(run('sign', image, ...flags)).toMatchObject({ status: 0, stderr: '' })
  expect(JSON.parse(run('root', '--keys', folder).stdout)).toEqual(readRoot(folder))
  const shown = run('show', image, '--root', join(folder, 'root.json'))
  expect(shown.stdout).toContain('terminal-linux-x64 1.3.0, 11 bytes')
  expect(shown.stdout).toContain('over any version, over newer ones as well')
  expect(shown.status).toBe(0)
  expect(run('rotate', '--keys', folder).stdout).toContain('Keys number 2 until')
  const old = run('show', image, '--keys', folder)
  expect(old).toMatchObject({ status: 1, stdout: expect.stringContaining('(E_OLD_KEYS)') })
  expect(run('sign', image, ...flags, '--days', '0')).toMatchObject({ status: 2 })
  expect(run('sign')).toMatchObject({ status: 2, stderr: expect.stringContaining('Usage:') })
})

function keyFiles(): string[] {
  return readdirSync(folder).filter((name) => name.startsWith('key-'))
}
