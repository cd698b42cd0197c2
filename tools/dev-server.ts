import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { PASSWORD } from '@coldkeep/server/testing/tiny-fleet'
import { startSmallServer } from '../e2e/support/small-server'

/** What `npm run dev` starts again after each change: the server on a folder that outlives it. */
const folder = join(tmpdir(), `coldkeep-dev-${userInfo().username}`)
const { close } = await startSmallServer({ folder, port: Number(process.env.PORT ?? 8080) })
console.log(`Server is up; sign in as admin with the password "${PASSWORD}". Its data: ${folder}`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void close().then(() => process.exit(0)))
}
