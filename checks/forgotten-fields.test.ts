import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from './support/source-tree'

/**
 * A field that people enter passes through every layer. One is planted in a copy of the sources, as if the work had
 * ended
 * there: the compiler has to name each file in which it would be accepted and not stored, shown or entered.
 */
const copied = ['contract', 'domain', 'phrases', 'modbus', 'rfb', 'server', 'console']

interface Plant {
  readonly file: string
  readonly edits: readonly (readonly [after: string, planted: string])[]
  /** From where the compiler reads on. */
  readonly entries: readonly string[]
  /** In which the field still has to be written, the first place that notices it, from the bottom up. */
  readonly named: readonly string[]
}

const plants: Readonly<Record<string, Plant>> = {
  'of a device': {
    file: 'contract/src/areas/equipment.ts',
    edits: [['  name: line(1, 120),', '  serialNumber: line(0, 40),']],
    entries: ['server/src/equipment/put-device.ts', 'console/src/areas/store-settings/fridge-form.ts'],
    named: [
      'contract/src/areas/equipment.ts',
      'server/src/equipment/device-fields.ts',
      'console/src/areas/equipment/equipment-form.ts',
    ],
  },
  'of a store': {
    file: 'domain/src/organisation/store-cells.ts',
    edits: [
      ["  'security_account',", "  'fax',"],
      ['  readonly securityAccount: string', '  readonly fax: string'],
    ],
    entries: [
      'server/src/organisation/calls/store-handlers.ts',
      'console/src/areas/store-settings/InformationStep.tsx',
    ],
    named: [
      'domain/src/organisation/store-cells.ts',
      'server/src/organisation/plan-stores.ts',
      'console/src/areas/store-settings/InformationStep.tsx',
      'console/src/areas/store-settings/setting-words.ts',
    ],
  },
}

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'forgotten-'))
  for (const name of copied) {
    const from = join(root, 'packages', name)
    mkdirSync(join(folder, 'packages', name), { recursive: true })
    cpSync(join(from, 'src'), join(folder, 'packages', name, 'src'), {
      recursive: true,
      filter: (path) => !/\.test\.tsx?$/.test(path),
    })
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  symlinkSync(join(root, 'packages/server/node_modules'), join(folder, 'packages/server/node_modules'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Files of the copy in which the compiler finds something wrong. */
async function filesWithErrors(entries: readonly string[]): Promise<readonly string[]> {
  const paths = Object.fromEntries(
    copied.map((name) => [`@coldkeep/${name}/*`, [`./packages/${name}/src/*`]]),
  )
  const config = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: { paths },
    include: [],
    files: entries.map((entry) => `packages/${entry}`),
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const compiler = join(root, 'node_modules/.bin/tsc')
  const said = await promisify(execFile)(compiler, ['-p', folder], { cwd: folder, encoding: 'utf8' }).then(
    ({ stdout }) => stdout,
    ({ stdout }: { readonly stdout: string }) => stdout,
  )
  const found = [...said.matchAll(/^(\S+)\(\d+,\d+\): error/gm)].map(([, path = '']) =>
    relative(join(folder, 'packages'), join(folder, path)),
  )
  return [...new Set(found)]
}

test.each(Object.entries(plants))('a forgotten field %s does not compile', async (_, plant) => {
  const { file, edits, entries, named } = plant
  expect(await filesWithErrors(entries)).toEqual([])
  const path = join(folder, 'packages', file)
  const text = readFileSync(path, 'utf8')
  const planted = edits.reduce((so, [after, line]) => so.replace(after, `${after}\n${line}`), text)
  expect(planted.length).toBeGreaterThan(text.length)
  writeFileSync(path, planted)
  expect(await filesWithErrors(entries)).toEqual(expect.arrayContaining([...named]))
  writeFileSync(path, text)
})
