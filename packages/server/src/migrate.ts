import { connect, databaseOf } from './db/connect'
import { migrateToLatest } from './db/migrator'
import { readEnv, type Settings } from './env'

const settings = readEnv()
if (settings.ok) await migrate(settings.value)
else refuse(`${settings.problem.variable}: ${settings.problem.reason}`)

async function migrate(settings: Settings): Promise<void> {
  const database = await connect(databaseOf(settings))
  try {
    const steps = await migrateToLatest(database.kysely, ({ name, durationMs }) => {
      console.log(`migration ${name}: done in ${(durationMs / 1000).toFixed(1)} s`)
    })
    if (steps.length === 0) console.log('migrations: nothing to do')
  } finally {
    await database.close()
  }
}

function refuse(reason: string): void {
  console.error(reason)
  process.exitCode = 1
}
