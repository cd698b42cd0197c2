import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleProgram, copyScripts } from '../../../../tools/bundle-program'
import program from '../../package.json' with { type: 'json' }
import { archive, type Entry, programEntries } from './release-maker'
import type { Signer } from './signer'

const SOURCES = fileURLToPath(new URL('..', import.meta.url))
const LIBRARIES = fileURLToPath(new URL('../../../../node_modules', import.meta.url))

/** The real program and its supervisor as they are on a box. */
export class ProgramPackage {
  readonly version: string = program.version
  readonly main: string
  readonly #supervise: string
  readonly #root: Signer

  private constructor(main: string, supervise: string, root: Signer) {
    this.main = main
    this.#supervise = supervise
    this.#root = root
  }

  /** @param root whose public part the package brings along */
  static async bundle(root: Signer): Promise<ProgramPackage> {
    const main = await bundleProgram(join(SOURCES, 'main.ts'))
    return new ProgramPackage(main, await bundleProgram(join(SOURCES, 'supervise/main.ts')), root)
  }

  /** Puts it into a new folder. @returns the paths of the program and of the supervisor */
  install(folder: string): { readonly main: string; readonly supervise: string } {
    mkdirSync(folder)
    copyScripts(SOURCES, folder)
    const paths = { main: join(folder, 'main.js'), supervise: join(folder, 'supervise.js') }
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
    writeFileSync(paths.main, this.main)
    writeFileSync(paths.supervise, this.#supervise)
    writeFileSync(join(folder, 'release-root.json'), JSON.stringify(this.#root.trusted))
    // in an archive they are a part of it; here they are found from the releases too
    symlinkSync(LIBRARIES, join(dirname(folder), 'node_modules'))
    return paths
  }

  /** The program as another version. */
  as(version: string): string {
    return this.main.replaceAll(`"${this.version}"`, `"${version}"`)
  }

  /** An archive to which boxes are updated. */
  image(version: string, script = this.as(version)): Promise<Buffer> {
    const scripts: Entry[] = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.mjs'))
      .map((name) => ({ name: `package/${basename(name)}`, content: readFileSync(join(SOURCES, name)) }))
    return archive([...programEntries(version, this.#root, script), ...scripts])
  }
}
