import { renewSecrets } from './accounts/renew-secrets'
import { connect, databaseOf } from './db/connect'
import { readEnv, type Settings } from './env'

const settings = readEnv()
if (settings.ok) await renew(settings.value)
else refuse(`${settings.problem.variable}: ${settings.problem.reason}`)

async function renew(settings: Settings): Promise<void> {
  const database = await connect(databaseOf(settings))
  try {
    const ended = await renewSecrets(database.kysely)
    console.log(`secrets: new ones are made at the next start; sign-ins ended: ${ended}`)
  } finally {
    await database.close()
  }
}

function refuse(reason: string): void {
  console.error(reason)
  process.exitCode = 1
}
