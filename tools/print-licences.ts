import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Licences of the packages that the product is shipped with, read off the lock file; About shows them. */

interface Locked {
  readonly version?: string
  readonly license?: string
  readonly dev?: boolean
  readonly devOptional?: boolean
  readonly link?: boolean
}

export interface Licence {
  readonly name: string
  readonly version: string
  readonly licence: string
}

/** Of packages whose manifest names none: read in their licence files. */
const unnamed: Readonly<Record<string, string>> = { 'png-js': 'MIT' }

export const licenceFile = join(import.meta.dirname, '../packages/server/src/help/licences.json')

/** One row per package and version, by name. A package that only tests or builds need is not shipped. */
export function licencesIn(lockFile: string): Licence[] {
  const { packages } = JSON.parse(readFileSync(lockFile, 'utf8')) as { packages: Record<string, Locked> }
  const rows = Object.entries(packages).flatMap(([path, entry]) => {
    const [, name] = /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path) ?? []
    const { version, license, dev, devOptional, link } = entry
    if (name === undefined || version === undefined || dev || devOptional || link) return []
    return [{ name, version, licence: license ?? unnamed[name] ?? '' }]
  })
  const once = new Map(rows.map((row) => [`${row.name} ${row.version}`, row]))
  return [...once.values()].toSorted(
    (one, other) =>
      one.name.localeCompare(other.name, 'en') || one.version.localeCompare(other.version, 'en'),
  )
}

export function licenceText(lockFile: string): string {
  return `[\n${licencesIn(lockFile)
    .map(
      (row) =>
        `  ${JSON.stringify(row)
          .replaceAll(/([,:])"/g, '$1 "')
          .replace(/^\{/, '{ ')
          .replace(/\}$/, ' }')}`,
    )
    .join(',\n')}\n]\n`
}

if (process.argv[1] === import.meta.filename) {
  writeFileSync(licenceFile, licenceText(join(import.meta.dirname, '../package-lock.json')))
  console.log(`Wrote ${licenceFile}.`)
}
