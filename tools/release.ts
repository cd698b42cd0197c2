import { parseArgs } from 'node:util'
import type { ReleaseKeys, ReleaseManifest, ReleaseProblem } from '@coldkeep/contract/mqtt/release'
import { epochMs } from '@coldkeep/domain/time/instant'
import { examineRelease } from './release/examine-release'
import { makeFolder, readList, readRoot, readRootFile, rotateKeys } from './release/key-folder'
import { dayOf, releasePath, signImage } from './release/sign-image'

/**
 * `npm run release -- init <folder>`, `sign`, `rotate`, `root` and `show`: docs/releases.md has them all. It works without
 * a server or a network. It ends with 0 where all went well, with 1 where a release is not to be believed, with 2 where
 * it could not do what was requested.
 */
const USAGE = `Usage:
  npm run release -- init <folder> [--days 730] [--force]
  npm run release -- sign <image> --type <type> --version <version> --keys <folder>
                          [--min <version>] [--rollback] [--days 180] [--force]
  npm run release -- rotate --keys <folder> [--root-key <root.pem>] [--both] [--days 730]
  npm run release -- root --keys <folder>
  npm run release -- show <image or its release> (--root <root.json> | --keys <folder>)`

const KEY_DAYS = 730
const RELEASE_DAYS = 180
const MOST_DAYS = 3650

const reasons: Readonly<Record<ReleaseProblem, string>> = {
  E_FORM: 'it cannot be read',
  E_SIG: 'it is not signed by whom it must be',
  E_EXPIRED: 'it, or its list of keys, has expired',
  E_OLD_KEYS: 'its list of keys is older than the one of the folder',
}

const now = epochMs(Date.now())
const passphrase = process.env.COLDKEEP_RELEASE_PASSPHRASE || null

try {
  await run()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      keys: { type: 'string' },
      type: { type: 'string' },
      version: { type: 'string' },
      min: { type: 'string' },
      rollback: { type: 'boolean', default: false },
      days: { type: 'string' },
      root: { type: 'string' },
      'root-key': { type: 'string' },
      both: { type: 'boolean', default: false },
      force: { type: 'boolean', default: false },
    },
  })
  const [command, path, ...others] = positionals
  if (others.length > 0) throw new Error(USAGE)
  switch (command) {
    case 'init': {
      const folder = required(path)
      const settings = { now, days: daysIn(values.days, KEY_DAYS), passphrase, isForced: values.force }
      printKeys(makeFolder(folder, settings))
      console.log(`Terminals trust ${folder}/root.json. Keep ${folder}/root.pem apart from the others.`)
      if (passphrase === null)
        console.log('The keys are not encrypted: COLDKEEP_RELEASE_PASSPHRASE is not set.')
      return
    }
    case 'sign': {
      const image = required(path)
      const claims = {
        type: required(values.type),
        version: required(values.version),
        min: values.min ?? null,
        rollback: values.rollback,
        days: daysIn(values.days, RELEASE_DAYS),
      }
      const settings = { folder: required(values.keys), passphrase, now, isForced: values.force }
      printManifest(await signImage(image, claims, settings))
      console.log(`Written: ${releasePath(image)}`)
      return
    }
    case 'rotate': {
      const settings = { now, days: daysIn(values.days, KEY_DAYS), passphrase }
      const change = { ...settings, rootPath: values['root-key'] ?? null, isBoth: values.both }
      return printKeys(rotateKeys(required(values.keys), change))
    }
    case 'root':
      return console.log(JSON.stringify(readRoot(required(values.keys))))
    case 'show':
      return show(required(path), values)
    default:
      throw new Error(USAGE)
  }
}

async function show(path: string, { root, keys }: { root?: string; keys?: string }): Promise<void> {
  const trust = {
    root: root === undefined ? readRoot(required(keys)) : readRootFile(root),
    knownKeys: keys === undefined ? 0 : readList(keys).keys.number,
    now,
  }
  const found = await examineRelease(path, trust)
  if (found.problem !== null) {
    console.log(`This release is not to be believed: ${reasons[found.problem]} (${found.problem}).`)
    process.exitCode = 1
    return
  }
  printManifest(found.manifest)
  printKeys(found.keys)
  console.log(`The image next to it is ${found.image}.`)
  if (found.image === 'changed') process.exitCode = 1
}

function printManifest({ type, version, size, sha256, min, rollback, expires }: ReleaseManifest): void {
  console.log(`${type} ${version}, ${size} bytes, sha256 ${sha256}`)
  console.log(
    `may be installed until ${dayOf(expires)}, over ${min === null ? 'any version' : `${min} or newer`}` +
      `${rollback ? ', over newer ones as well' : ''}`,
  )
}

function printKeys({ number, current, next, expires }: ReleaseKeys): void {
  console.log(`Keys number ${number} until ${dayOf(expires)}: current ${current.k}, next ${next.k}`)
}

function required(value: string | undefined): string {
  if (value === undefined || value === '') throw new Error(USAGE)
  return value
}

function daysIn(text: string | undefined, usual: number): number {
  if (text === undefined) return usual
  const count = Number(text)
  if (/^\d+$/.test(text) && count >= 1 && count <= MOST_DAYS) return count
  throw new Error(`--days ${text}: a whole number from 1 to ${MOST_DAYS}`)
}
