import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type Kysely, type Migration, Migrator } from 'kysely'
import type { Db } from './connect'
import { selectMigrations } from './migration-queries'

export interface MigrationStep {
  /** `0001_organisation` */
  readonly name: string
  readonly durationMs: number
}

const FOLDER = new URL('../../migrations/', import.meta.url)
const FILE = /^(\d{4}_[a-z0-9_]+)\.ts$/

/**
 * Brings the schema up to date: all missing migrations in one transaction, so that it is either done or as before.
 * Several servers that start at once wait for each other.
 * @returns the migrations that were made now
 */
export async function migrateToLatest(
  db: Db,
  onStep: (step: MigrationStep) => void = () => {},
): Promise<readonly MigrationStep[]> {
  const steps: MigrationStep[] = []
  const migrator = await migratorOf(db, (step) => {
    steps.push(step)
    onStep(step)
  })
  const { error } = await migrator.migrateToLatest()
  if (error !== undefined) throw error
  return steps
}

/** Brings an empty database to the schema of an earlier version, whose rows an upgrade has to take along. */
export async function migrateTo(db: Db, name: string): Promise<void> {
  const { error } = await (await migratorOf(db, () => {})).migrateTo(name)
  if (error !== undefined) throw error
}

/** False where migrations of this version are missing, or there are some of a later one. */
export async function hasLatestSchema(db: Db): Promise<boolean> {
  const known = Object.keys(await readMigrations(() => {}))
  const made = await selectMigrations(db)
  return made.length === known.length && known.every((name) => made.includes(name))
}

async function migratorOf(db: Db, onStep: (step: MigrationStep) => void): Promise<Migrator> {
  const migrations = await readMigrations(onStep)
  return new Migrator({ db, provider: { getMigrations: async () => migrations } })
}

async function readMigrations(onStep: (step: MigrationStep) => void): Promise<Record<string, Migration>> {
  const migrations: Record<string, Migration> = {}
  for (const file of (await readdir(fileURLToPath(FOLDER))).sort()) {
    const name = FILE.exec(file)?.[1]
    if (name === undefined) throw new Error(`${file} is not named like a migration: 0001_name.ts`)
    const { up } = (await import(new URL(file, FOLDER).href)) as { up(db: Kysely<never>): Promise<void> }
    migrations[name] = {
      async up(db) {
        const begun = performance.now()
        await up(db as Kysely<never>)
        onStep({ name, durationMs: performance.now() - begun })
      },
    }
  }
  return migrations
}
