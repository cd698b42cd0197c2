import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TrustedKey } from '@coldkeep/contract/mqtt/trusted-key'
import { epochMs } from '@coldkeep/domain/time/instant'
import type { RunningServer } from '@coldkeep/server/start-server'
import { putMigratedDatabase } from '@coldkeep/server/testing/embedded-template'
import { freePort } from '@coldkeep/server/testing/free-port'
import { insertTinyFleet, type TinyFleet } from '@coldkeep/server/testing/tiny-fleet'
import type { Page } from 'playwright-core'
import { openContext } from './launch-browser'
import { type ServerPlace, startOwnServer } from './own-server'

/** A server with the tiny fleet that no other walk sees, and a page of its console. */
export interface OwnSite {
  readonly folder: string
  readonly place: ServerPlace
  readonly server: RunningServer
  readonly fleet: TinyFleet
  readonly page: Page
  close(): Promise<void>
}

/** @param releaseRoot from which releases of firmware files have to be signed; without it none is accepted */
export async function openOwnSite(releaseRoot?: TrustedKey): Promise<OwnSite> {
  const folder = mkdtempSync(join(tmpdir(), 'coldkeep-own-site-'))
  const dataFolder = join(folder, 'server')
  const releaseRootFile = join(folder, 'release-root.json')
  if (releaseRoot !== undefined) writeFileSync(releaseRootFile, JSON.stringify(releaseRoot))
  const place = {
    ...{ dataFolder, httpPort: await freePort(), mqttPort: await freePort() },
    ...(releaseRoot !== undefined && { releaseRootFile }),
  }
  await putMigratedDatabase(dataFolder)
  let fleet: TinyFleet | null = null
  const server = await startOwnServer(place, async (db) => {
    fleet = await insertTinyFleet(db, epochMs(Date.now()))
  })
  if (fleet === null) throw new Error('the server started without a fleet')
  const context = await openContext({
    baseURL: server.address,
    locale: 'en-GB',
    timezoneId: 'Asia/Taipei',
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  })
  return {
    folder,
    place,
    server,
    fleet,
    page: await context.newPage(),
    async close() {
      await context.close()
      await server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
