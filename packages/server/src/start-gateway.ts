import { hasLatestSchema } from './db/migrator'
import { loadServerKeys } from './db/server-keys'
import type { Settings } from './env'
import { answersWithin } from './http/health'
import { httpLimits } from './http/limits'
import { loadCertificate } from './http/server-certificate'
import { readSiteConfig } from './http/site-config'
import { bindTo, openHttp } from './open-http'
import { recordingHandlers } from './screens/calls/recording-handlers'
import { screenHandlers } from './screens/calls/screen-handlers'
import { openScreens } from './screens/open-screens'
import {
  type Closing,
  closeToOthers,
  listen,
  openAll,
  openDatabase,
  orRefuse,
  READY_WITHIN_MS,
  type Running,
  renewing,
  type StartOptions,
  StartRefused,
} from './start-parts'
import { createMetrics } from './tasks/metrics'

/**
 * A process that holds screens of stores and nothing else, beside a server on the same database: terminals dial it, pages
 * look through it, recordings lie in its own folder. A router brings it what concerns its sessions, whose names begin with
 * its own.
 */
export function startGateway(settings: Settings, options: StartOptions): Promise<Running> {
  return openAll((closings) => open(settings, options, closings), options)
}

async function open(
  settings: Settings,
  options: StartOptions,
  closings: Closing[],
): Promise<Pick<Running, 'address'>> {
  const { clock, log } = options
  const { dataFolder, gatewayName, publicUrl, metricsToken, proxies } = settings
  const site = orRefuse(readSiteConfig(dataFolder))
  const certificate = settings.tls === null ? null : orRefuse(loadCertificate(settings.tls, log))
  closeToOthers(settings, options)
  const database = await openDatabase(settings, options)
  closings.push(() => database.close())
  const db = database.kysely
  if (!(await hasLatestSchema(db)))
    throw new StartRefused('DATABASE_URL: the database is of another version; start its server first')
  const keys = await loadServerKeys(db)
  const screens = openScreens({ db, clock, log, dataFolder, publicUrl, gatewayName, isAside: true })
  closings.push(() => screens.close())
  const parts = {
    ...{ db, clock, log, keys, site, certificate, metricsToken, proxies },
    notices: { line: null },
    metrics: createMetrics(true),
    limits: httpLimits,
    readiness: async () => ({ database: await answersWithin(db, READY_WITHIN_MS) }),
  }
  const app = await openHttp(parts)
  app.addHook('preClose', () => screens.gateway.close())
  screens.gateway.attach(app.server)
  // orders are handed to terminals by the server, which looks for them each second
  const field = { wake: () => {} }
  bindTo(app, { ...screenHandlers({ keys, field, screens }), ...recordingHandlers({ keys, screens }) }, parts)
  closings.push(() => app.close())
  closings.push(renewing(certificate, options))
  return { address: await listen(app, settings) }
}
