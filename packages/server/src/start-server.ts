import { fileURLToPath } from 'node:url'
import { type Clock, hours, minutes, seconds } from '@coldkeep/domain/time/instant'
import type { Logger } from 'pino'
import { ensureFirstAccount, type FirstAccount } from './accounts/first-account'
import { openProvider, type Provider } from './accounts/open-provider'
import { openAlarms } from './alarms/alarms'
import { followChanges } from './alarms/follow-changes'
import { upsertLateDays } from './analysis/due-day-queries'
import { buildApp } from './app'
import { selectFileHashes } from './bulletins/file-queries'
import { startBulletins } from './bulletins/start-bulletins'
import { openHandovers } from './commands/handovers'
import { loadFieldKeys } from './commands/keys'
import { remindOfBreaches } from './corrections/remind'
import type { Database, Db } from './db/connect'
import { migrateToLatest } from './db/migrator'
import { loadServerKeys } from './db/server-keys'
import { type Dispatch, startDispatch } from './dispatch/dispatch'
import { timeSender } from './dispatch/send-time'
import { storeResults } from './dispatch/store-results'
import { startSchedules } from './downloads/schedules/start-schedules'
import { startDownloads } from './downloads/start-downloads'
import type { Settings } from './env'
import { loadEvidenceKey } from './evidence/evidence-key'
import { advanceJobs } from './firmware/advance-jobs'
import { imageFiles } from './firmware/image-files'
import { notifyOfOutdated } from './firmware/notify-of-outdated'
import { readReleaseRoot } from './firmware/release-root'
import { tidyImages } from './firmware/tidy-images'
import { answersWithin } from './http/health'
import { httpLimits } from './http/limits'
import { loadCertificate } from './http/server-certificate'
import { readSiteConfig } from './http/site-config'
import { chooseAccounts, chooseSource } from './ingest/choose-source'
import { followCredentials } from './ingest/follow-credentials'
import { type Ingest, type IngestParts, startIngest } from './ingest/start-ingest'
import { provideModels } from './instructions/provide-models'
import { jobKinds } from './job-kinds'
import { startJobs } from './jobs/start-jobs'
import { openLetters } from './mail/letters'
import { openMailSender } from './mail/mail-sender'
import { newsKinds } from './news-kinds'
import { readSmsGateway } from './notices/channels/sms-gateway'
import { followMessages } from './notices/follow-messages'
import { openNotices } from './notices/notices'
import { startNotices } from './notices/start-notices'
import { openDownloads } from './open-downloads'
import { openFieldLink } from './open-field-link'
import { photoFiles } from './photos/photo-files'
import { selectPhotoHashes } from './photos/photo-queries'
import { startSchedule } from './schedule'
import { openScreens } from './screens/open-screens'
import {
  asRefusal,
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
} from './start-parts'
import { openDrawingThreads } from './storage/drawing-threads'
import { createMetrics } from './tasks/metrics'
import { repeating } from './tasks/repeating'
import { openSetAside } from './tasks/set-aside'
import { remindOfUpkeep } from './upkeep/remind'
import { withdrawWritesOfModel } from './writes/withdraw-writes'

/** Each process looks after its own folder. */
const LOGS_TIDIED_EVERY_MS = hours(1)
/** Waves of updates go on this soon after the last of them has reported. */
const FIRMWARE_LOOKED_AT_EVERY_MS = seconds(5)
/** For terminals that were left behind, which reads the states of all. */
const VERSIONS_LOOKED_AT_EVERY_MS = minutes(10)
/** For work that has become due. */
const UPKEEP_LOOKED_AT_EVERY_MS = minutes(10)
/** Charts are short work; one thread is left for who draws for long. */
const DRAWING_THREADS = 2
const CONSOLE_FOLDER = fileURLToPath(new URL('../../console/dist', import.meta.url))

export interface ServerOptions extends StartOptions {
  /** Puts an organisation into a new database, before its first account is made. */
  readonly prepare?: (db: Db) => Promise<void>
}

export interface RunningServer extends Running {
  readonly database: Database
  /** Set when this start made it. */
  readonly firstAccount: FirstAccount | null
}

/** Opens database, broker, ingest, analyses and HTTP in this order; gives back what it opened when one of them fails. */
export function startServer(settings: Settings, options: ServerOptions): Promise<RunningServer> {
  return openAll((closings) => open(settings, options, closings), options)
}

async function open(
  settings: Settings,
  options: ServerOptions,
  closings: Closing[],
): Promise<Omit<RunningServer, 'close'>> {
  const { clock, log } = options
  const { site, sms, releaseRoot, certificate } = readFiles(settings, log)
  closeToOthers(settings, options)
  const database = await openDatabase(settings, options)
  closings.push(() => database.close())
  const db = database.kysely
  const { fieldKeys, evidenceKey, handovers } = loadKeys(settings, clock)
  await bringUpToDate(db, options)
  const firstAccount = await ensureFirstAccount(db, clock, {
    organisationName: site.title,
    password: settings.adminPassword,
  })

  const metrics = createMetrics(true)
  const source = chooseSource(settings, { db, clock, log, certificate })
  const aside = openSetAside(log, metrics.setAside)
  const alarms = openAlarms()
  const dispatch = startDispatch({ db, source, keys: fieldKeys, handovers, clock, log })
  const requestedTime = timeSender({ source, keys: fieldKeys, clock, log })
  // written out where it is handed over, so that a part under a wrong name does not compile
  const ingest = await startIntake(
    settings,
    {
      database,
      source,
      alarms,
      markLateDays: upsertLateDays,
      clock,
      log,
      metrics: metrics.ingest,
      requestedTime,
    },
    dispatch,
  )
  closings.push(() => ingest.close())
  closings.push(() => dispatch.close())
  const credentials = followCredentials(db, source, clock, log)
  closings.push(() => credentials.stop())
  if (database.kind === 'postgresql') {
    const following = followChanges({ db, feed: alarms.feed, clock, log })
    closings.push(() => following.stop())
  }
  const schedule = await startSchedule({ database, clock, log, alarms, aside })
  closings.push(() => schedule.close())

  const accounts = chooseAccounts(settings, log)
  closings.push(() => accounts.close())
  const jobs = startJobs({ db, clock, log, kinds: jobKinds, wake: () => dispatch.wake() })
  closings.push(() => jobs.close())
  const field = orRefuse(
    openFieldLink(settings, { source, keys: fieldKeys, dispatch, jobs, accounts, certificate }),
  )
  const tidying = repeating(LOGS_TIDIED_EVERY_MS, async () => void (await field.logs.tidy(clock.now())), log)
  closings.push(() => tidying.stop())
  const firmware = { files: imageFiles(settings.dataFolder), root: releaseRoot }
  const tidyingImages = repeating(
    LOGS_TIDIED_EVERY_MS,
    () => tidyImages(db, firmware.files, clock.now()),
    log,
  )
  closings.push(() => tidyingImages.stop())
  const photos = { files: photoFiles(settings.dataFolder), most: settings.mostPhotos }
  const tidyingPhotos = repeating(
    LOGS_TIDIED_EVERY_MS,
    async () => {
      const named = [...(await selectPhotoHashes(db)), ...(await selectFileHashes(db))]
      await photos.files.tidy(named, clock.now())
    },
    log,
  )
  closings.push(() => tidyingPhotos.stop())
  const bulletins = startBulletins({ db, clock, log })
  closings.push(() => bulletins.close())
  const updating = repeating(
    FIRMWARE_LOOKED_AT_EVERY_MS,
    async () => {
      if (await advanceJobs(db, clock.now())) jobs.wake()
    },
    log,
  )
  closings.push(() => updating.stop())
  const watchingVersions = repeating(
    VERSIONS_LOOKED_AT_EVERY_MS,
    async () => void (await notifyOfOutdated(db, clock.now())),
    log,
  )
  closings.push(() => watchingVersions.stop())
  const reminding = repeating(
    UPKEEP_LOOKED_AT_EVERY_MS,
    async () => {
      await remindOfUpkeep(db, clock.now())
      await remindOfBreaches(db, clock.now())
    },
    log,
  )
  closings.push(() => reminding.stop())
  const mail = settings.mail === null ? null : openMailSender(settings.mail)
  closings.push(async () => mail?.close())
  const keys = await loadServerKeys(db)
  const { publicUrl, webhookHosts: allowed, line } = settings
  const notices = openNotices({ kinds: newsKinds, mail, line, sms, publicUrl, db, keys, allowed })
  const alone = { isAlone: database.kind === 'embedded' }
  const sending = await startNotices({ db, clock, log, random: Math.random, ...notices }, alone)
  closings.push(() => sending.close())
  const messages = followMessages({ db, clock, log, ...notices })
  closings.push(() => messages.stop())
  const ordered = openDownloads(settings.dataFolder, evidenceKey)
  const making = await startDownloads({ db, clock, log, ...ordered }, alone)
  closings.push(() => making.close())
  const schedules = startSchedules({ db, aside, clock, log, mail, publicUrl, wake: () => making.wake() })
  closings.push(() => schedules.close())
  const drawing = openDrawingThreads(DRAWING_THREADS)
  closings.push(() => drawing.close())
  const { gatewayName, dataFolder } = settings
  const screens = openScreens({ db, clock, log, dataFolder, publicUrl, gatewayName })
  closings.push(() => screens.close())
  const app = await buildApp({
    db,
    clock,
    keys,
    notices,
    site,
    alarms,
    field,
    firmware,
    photos,
    evidenceKey,
    downloads: { ...ordered, wake: () => making.wake() },
    mail,
    letters: openLetters(log),
    provider: providerOf(settings, options),
    publicUrl,
    certificate,
    metricsToken: settings.metricsToken,
    proxies: settings.proxies,
    metrics,
    log,
    drawing,
    screens,
    limits: httpLimits,
    consoleFolder: CONSOLE_FOLDER,
    readiness: async () => ({
      database: await answersWithin(db, READY_WITHIN_MS),
      broker: ingest.isServing(),
    }),
  })
  closings.push(() => app.close())
  closings.push(renewing(certificate, options))
  return { address: await listen(app, settings), database, firstAccount }
}

/** Every file that the settings name, before anything is opened. */
function readFiles({ dataFolder, smsFile, releaseRootFile, tls }: Settings, log: Logger) {
  return {
    site: orRefuse(readSiteConfig(dataFolder)),
    sms: smsFile === null ? null : orRefuse(readSmsGateway(smsFile), 'COLDKEEP_SMS: '),
    releaseRoot:
      releaseRootFile === null ? null : orRefuse(readReleaseRoot(releaseRootFile), 'COLDKEEP_RELEASE_ROOT: '),
    certificate: tls === null ? null : orRefuse(loadCertificate(tls, log)),
  }
}

/** The keys of the data folder, made at the first start. */
function loadKeys({ dataFolder }: Settings, clock: Clock) {
  const fieldKeys = orRefuse(loadFieldKeys(dataFolder))
  const evidenceKey = orRefuse(loadEvidenceKey(dataFolder))
  const handovers = orRefuse(openHandovers(dataFolder, fieldKeys, clock.now()))
  return { fieldKeys, evidenceKey, handovers }
}

/** Schema and device models of this version, and what the caller puts into a new database. */
async function bringUpToDate(db: Db, { clock, log, report, prepare }: ServerOptions): Promise<void> {
  const migrations = await migrateToLatest(db, ({ name, durationMs }) => {
    report(`Database: ${name} (${Math.round(durationMs)} ms)`)
  })
  if (migrations.length > 0) log.info({ migrations: migrations.length }, 'database migrated')
  const kept = await provideModels(db, { now: clock.now(), published: withdrawWritesOfModel })
  if (kept.length > 0) log.warn({ models: kept }, 'device models not renewed: scripts poll what they lack')
  await prepare?.(db)
}

/**
 * Ingest that reports each terminal that appears to the dispatch; the dispatch ends with it where it cannot
 * start.
 */
function startIntake(
  settings: Settings,
  parts: Omit<IngestParts, 'storeResults' | 'appeared'>,
  dispatch: Dispatch,
): Promise<Ingest> {
  return startIngest({
    ...parts,
    storeResults,
    appeared: (terminal, appearance) => dispatch.appeared(terminal, appearance),
  }).catch(async (error: unknown) => {
    await dispatch.close()
    throw asRefusal(error, 'COLDKEEP_MQTT_PORT', settings.mqttPort, settings)
  })
}

function providerOf({ provider, publicUrl }: Settings, { clock, log }: StartOptions): Provider | null {
  return provider === null || publicUrl === null ? null : openProvider(provider, { publicUrl, clock, log })
}
