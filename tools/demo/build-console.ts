import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { places } from './settings'

/** Builds the console where its build is missing or older than what it is made of. */
export function buildConsole(): void {
  const built = join(places.console, 'dist/index.html')
  const sources = [join(places.console, 'src'), ...['contract', 'domain', 'phrases'].map(packageSource)]
  if (existsSync(built) && newest(sources) <= statSync(built).mtimeMs) return
  const vite = join(places.root, 'node_modules/vite/bin/vite.js')
  const run = spawnSync(process.execPath, [vite, 'build', places.console, '--logLevel', 'warn'], {
    cwd: places.root,
    stdio: 'inherit',
  })
  if (run.status !== 0) throw new Error('The console could not be built')
}

function packageSource(name: string): string {
  return join(places.root, 'packages', name, 'src')
}

function newest(folders: readonly string[]): number {
  return Math.max(
    ...folders.flatMap((folder) =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs),
    ),
  )
}
