import { epochMs } from '@coldkeep/domain/time/instant'
import { pino } from 'pino'
import { connect } from '../db/connect'
import { downloadFiles } from '../downloads/download-files'
import { anyKind } from '../downloads/download-kind'
import { senseKind } from '../downloads/sense/sense-kind'
import { startDownloads } from '../downloads/start-downloads'

// Database and queue as a server has them; logs a line for each file. Its end is to be killed.
const folder = process.argv[2] ?? ''
const { kysely: db, kind } = await connect({ folder })
const log = pino({ level: 'debug' }, pino.destination(1))
const clock = { now: () => epochMs(Date.now()) }
const parts = { db, clock, log, kinds: { sense: anyKind(senseKind) }, files: downloadFiles(folder) }
await startDownloads(parts, { isAlone: kind === 'embedded' })
