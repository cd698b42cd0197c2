import { randomBytes } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { archive, type Entry, programEntries } from '../testing/release-maker'
import { newSigner } from '../testing/signer'
import { smallDisk } from '../testing/small-disk'
import { unpackImage } from './unpack-image'

const root = newSigner('root')
/** More than the 100 bytes of the old header, so that its name travels in an entry of its own. */
const LONG = `package/node_modules/${'deep/'.repeat(40)}index.js`
let base = ''
let folder = ''
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'coldkeep-unpack-'))
  folder = join(base, 'data', 'releases', '0.2.0.part')
  mkdirSync(folder, { recursive: true })
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

async function unpack(bytes: Buffer, version = '0.2.0') {
  const path = join(base, 'image')
  writeFileSync(path, bytes)
  return unpackImage(path, folder, version)
}

test('a disk that fills while it is unpacked is named as that, and not as a bad archive', async () => {
  using disk = smallDisk(2)
  if (disk === null) return
  folder = join(disk.path, '0.2.0.part')
  mkdirSync(folder)
  // nothing that could be packed smaller
  const large = { name: 'package/large', content: randomBytes(3 * 1024 ** 2) }
  const image = await archive([...programEntries('0.2.0', root), large])
  expect(await unpack(image)).toMatchObject({ ok: false, problem: { code: 'E_SPACE' } })
})

test('files and folders of an archive lie in the folder, for this account alone', async () => {
  const entries = [
    ...programEntries('0.2.0', root, '// the program'),
    { name: 'package/empty/', type: 'directory' as const },
    { name: LONG, content: 'deep', mode: 0o666 },
    { name: 'package/empty.js', content: '' },
  ]
  expect(await unpack(await archive(entries))).toEqual({ ok: true, value: null })
  expect(readFileSync(join(folder, 'main.js'), 'utf8')).toBe('// the program')
  expect(readFileSync(join(folder, LONG.replace('package/', '')), 'utf8')).toBe('deep')
  expect(statSync(join(folder, 'empty')).isDirectory()).toBe(true)
  expect(statSync(join(folder, 'empty.js')).size).toBe(0)
  const modes = ['main.js', 'package.json', 'empty'].map((name) => statSync(join(folder, name)).mode & 0o777)
  expect(modes).toEqual([0o700, 0o600, 0o700])
})

describe('not unpacked is', () => {
  const link = { linkname: '/etc/passwd' }
  test.each<[what: string, entry: Entry]>([
    ['a symbolic link', { name: 'package/a', type: 'symlink', ...link }],
    ['a link', { name: 'package/a', type: 'link', linkname: 'package/main.js' }],
    ['a pipe', { name: 'package/a', type: 'fifo' }],
    ['a device', { name: 'package/a', type: 'character-device', devmajor: 1, devminor: 3 }],
    ['a way up', { name: 'package/../../../escaped', content: 'x' }],
    ['a way up of a folder', { name: 'package/../../../escaped/', type: 'directory' }],
    ['a place from the root', { name: '/escaped', content: 'x' }],
    ['what lies beside the package', { name: 'packages/escaped', content: 'x' }],
    ['the package as a file', { name: 'package', content: 'x' }],
    ['a file twice', { name: 'package/main.js', content: 'x' }],
    ['a file below a file', { name: 'package/main.js/below', content: 'x' }],
  ])('an archive with %s', async (_, entry) => {
    const outcome = await unpack(await archive([...programEntries('0.2.0', root), entry]))
    expect(outcome).toMatchObject({ ok: false, problem: { code: 'E_INSTALL' } })
    expect(existsSync(join(base, 'escaped'))).toBe(false)
    expect(readdirSync(join(base, 'data'))).toEqual(['releases'])
    expect(readdirSync(join(base, 'data', 'releases'))).toEqual(['0.2.0.part'])
  })

  test.each<[what: string, entries: Entry[]]>([
    ['holds another version', programEntries('0.3.0', root)],
    ['holds another program', [{ name: 'package/package.json', content: '{"name":"x","version":"0.2.0"}' }]],
    ['holds no main program', programEntries('0.2.0', root).filter(({ name }) => !name.endsWith('main.js'))],
    [
      'knows a root that is no key',
      programEntries('0.2.0', root).map((entry) =>
        entry.name.endsWith('root.json') ? { ...entry, content: '{"k":"root"}' } : entry,
      ),
    ],
    ['knows no root', programEntries('0.2.0', root).filter(({ name }) => !name.endsWith('root.json'))],
  ])('an archive that %s', async (_, entries) => {
    expect(await unpack(await archive(entries))).toMatchObject({ ok: false, problem: { code: 'E_INSTALL' } })
  })

  test('one that is cut anywhere, or that is none', async () => {
    const whole = await archive(programEntries('0.2.0', root, 'x'.repeat(3_000)))
    for (const length of [0, 10, whole.length / 2, whole.length - 9, whole.length - 1]) {
      rmSync(folder, { recursive: true })
      mkdirSync(folder)
      const outcome = await unpack(whole.subarray(0, length))
      expect(outcome, `${length} bytes`).toMatchObject({ ok: false, problem: { code: 'E_INSTALL' } })
    }
    expect(await unpack(Buffer.from('no archive'))).toMatchObject({ ok: false })
  })
})
