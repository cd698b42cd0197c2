import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@coldkeep/server/testing/free-port'
import { CLIENT, startProvider } from '@coldkeep/server/testing/provider-rig'
import { PASSWORD } from '@coldkeep/server/testing/tiny-fleet'
import { insertOwnAccounts } from './own-accounts'
import type { WalkServer } from './server'
import { startSmallServer } from './small-server'

/** The server of the walks in a process of its own; it ends when its input does. */
const folder = mkdtempSync(join(tmpdir(), 'coldkeep-walks-'))
const port = await freePort()
const provider = await startProvider([`http://127.0.0.1:${port}/login`])
provider.people.set('paula', { preferred_username: 'paula' })
const { server, fleet, close } = await startSmallServer({
  folder,
  port,
  provider: {
    issuer: provider.issuer,
    clientId: CLIENT.id,
    clientSecret: CLIENT.secret,
    name: 'Frostline',
    claim: 'preferred_username',
  },
})

await insertOwnAccounts(server.database.kysely, fleet)

const running: WalkServer = {
  address: server.address,
  signIns: {
    administrator: { account: 'admin', password: PASSWORD },
    region: { account: 'north', password: PASSWORD },
    outsider: { account: '南', password: PASSWORD },
    visitor: { account: 'vera', password: PASSWORD },
    linguist: { account: 'lin', password: PASSWORD },
    owner: { account: 'olga', password: PASSWORD },
    reader: { account: 'mona', password: PASSWORD },
    coded: { account: 'cora', password: PASSWORD },
    novice: { account: 'novice', password: PASSWORD },
  },
  devices: {
    freezer: String(fleet.stores.alder.freezer.deviceId),
    mute: String(fleet.stores.cedar.freezer.deviceId),
  },
}
process.stdout.write(`${JSON.stringify(running)}\n`)

process.stdin.resume().once('end', async () => {
  await close()
  await provider.close()
  rmSync(folder, { recursive: true, force: true })
  process.exit(0)
})
