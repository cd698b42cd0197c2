import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readRelease } from '@coldkeep/contract/mqtt/release'
import { release } from '@coldkeep/contract/mqtt/release-shape'
import { days, epochMs, later } from '@coldkeep/domain/time/instant'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readRootFile } from '../release/key-folder'
import { ensureReleaseKeys, writeImages } from './releases'
import { demoFiles } from './settings'

const NOON = epochMs(Date.parse('2026-11-26T12:00:00Z'))
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'coldkeep-demo-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('the demo makes keys once, for its account alone, and signs images with them that lie in a folder', async () => {
  const files = demoFiles(folder)
  const rootFile = ensureReleaseKeys(files.releaseKeys, NOON)
  const root = readRootFile(rootFile)
  expect(readRootFile(ensureReleaseKeys(files.releaseKeys, later(NOON, days(1))))).toEqual(root)
  const keys = readdirSync(files.releaseKeys).filter((name) => name.endsWith('.pem'))
  expect(keys).toHaveLength(3)

  await writeImages(files, NOON)
  const names = [
    'simulated-terminal-1.0.0.json',
    'simulated-terminal-1.1.0.json',
    'simulated-terminal-1.2.0-does-not-start.json',
  ]
  const written = () => readdirSync(files.releaseImages).sort()
  expect(written()).toEqual(names.flatMap((name) => [name, `${name}.release.json`]))
  const read = (name: string) => JSON.parse(readFileSync(join(files.releaseImages, name), 'utf8'))
  const manifests = names.map((name) => {
    const signed = release.parse(read(`${name}.release.json`))
    const believed = readRelease(signed, { root, knownKeys: 0, now: later(NOON, days(1000)) })
    if (!believed.ok) throw new Error(believed.problem)
    const { type, version, rollback, size } = believed.value.manifest
    expect(size).toBe(statSync(join(files.releaseImages, name)).size)
    return [type, version, rollback, read(name).behaviour]
  })
  expect(manifests).toEqual([
    ['terminal-simulated', '1.0.0', true, {}],
    ['terminal-simulated', '1.1.0', false, {}],
    ['terminal-simulated', '1.2.0', false, { startsNot: true }],
  ])
  for (const made of [files.releaseKeys, files.releaseImages])
    for (const name of readdirSync(made)) expect(statSync(join(made, name)).mode & 0o777, name).toBe(0o600)
  // a second start writes nothing
  const before = written().map((name) => statSync(join(files.releaseImages, name)).mtimeMs)
  await writeImages(files, later(NOON, days(1)))
  expect(written().map((name) => statSync(join(files.releaseImages, name)).mtimeMs)).toEqual(before)
})
