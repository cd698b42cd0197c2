import type { SourceText } from './check-boundaries'

const SCOPE = '@coldkeep/'
const IMPORTED = /(['"])@coldkeep\/([^'"\n]+)\1/g

export interface PackageManifest {
  /** `@coldkeep/domain` */
  readonly name: string
  /** Target by subpath (`./db/connect`); one with a star is a folder that is public as a whole. */
  readonly exports?: Readonly<Record<string, string>>
}

/** One line for each name in the exports of a package that no file outside of the package imports. */
export function findUnimportedExports(
  manifests: readonly PackageManifest[],
  files: readonly SourceText[],
): string[] {
  const imported = files.flatMap(({ path, text }) =>
    [...text.matchAll(IMPORTED)]
      .map((match) => match[2]!)
      .filter((target) => !path.startsWith(`packages/${target.split('/')[0]}/`)),
  )
  return manifests.flatMap(({ name, exports = {} }) => {
    const own = imported
      .filter((target) => target.startsWith(`${name.slice(SCOPE.length)}/`))
      .map((target) => target.replace(/^[^/]+/, '.'))
    const isImported = (subpath: string) => {
      const [start = '', end] = subpath.split('*')
      return own.some((target) => (end === undefined ? target === subpath : target.startsWith(start)))
    }
    return Object.keys(exports)
      .filter((subpath) => !isImported(subpath))
      .map((subpath) => `${name}: no one outside imports ${subpath}`)
  })
}
