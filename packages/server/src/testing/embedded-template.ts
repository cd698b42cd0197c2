import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { connect, type Database } from '../db/connect'
import { IN_MEMORY } from '../db/embedded'
import { migrateToLatest } from '../db/migrator'

const KEPT = fileURLToPath(new URL('../../../../node_modules/.cache/coldkeep/', import.meta.url))
const MIGRATIONS = new URL('../../migrations/', import.meta.url)
// A third of a new database's files is enough, and most of the time of opening a copy goes into files.
const SLIM = [
  'update pg_database set datistemplate = false',
  'drop database template0',
  'drop database template1',
]

/** File of a dumped embedded database without tables. Making one takes seconds, so it is kept between runs. */
export async function emptyTemplate(): Promise<string> {
  return kept('empty', [readFileSync(createRequire(import.meta.url).resolve('@electric-sql/pglite'))], () =>
    dumpOf({}, async ({ kysely }) => {
      for (const statement of SLIM) await sql.raw(statement).execute(kysely)
    }),
  )
}

/** File of a dumped embedded database with the schema; kept until the migrations change. */
export async function migratedTemplate(): Promise<string> {
  const empty = await emptyTemplate()
  const migrations = readdirSync(MIGRATIONS).sort()
  const contents = migrations.flatMap((file) => [file, readFileSync(new URL(file, MIGRATIONS))])
  return kept('migrated', [empty, ...contents], () =>
    dumpOf({ template: readFileSync(empty) }, async ({ kysely }) => {
      await migrateToLatest(kysely)
    }),
  )
}

/** Puts a database with the schema into the data folder of a server that has none: making the tables takes seconds. */
export async function putMigratedDatabase(dataFolder: string): Promise<void> {
  const files = join(dataFolder, 'database')
  mkdirSync(files, { recursive: true, mode: 0o700 })
  execFileSync('tar', ['-xf', await migratedTemplate(), '-C', files], { stdio: 'ignore' })
}

async function kept(
  name: string,
  madeFrom: readonly (string | Uint8Array)[],
  make: () => Promise<Uint8Array<ArrayBuffer>>,
): Promise<string> {
  const hash = createHash('sha256')
  for (const part of madeFrom) hash.update(part)
  const file = join(KEPT, `${name}-${hash.digest('hex').slice(0, 16)}.tar`)
  if (existsSync(file)) return file
  const dump = await make()
  mkdirSync(KEPT, { recursive: true })
  // Another run may make the same file at the same time: each is whole, and the last one stays.
  const aside = `${file}.${process.pid}`
  writeFileSync(aside, dump)
  renameSync(aside, file)
  return file
}

async function dumpOf(
  { template }: { readonly template?: Uint8Array<ArrayBuffer> },
  fill: (database: Database) => Promise<void>,
): Promise<Uint8Array<ArrayBuffer>> {
  const database = await connect({ folder: IN_MEMORY, template })
  try {
    await fill(database)
    return await database.dump()
  } finally {
    await database.close()
  }
}
