import { epochMs } from '@coldkeep/domain/time/instant'
import { pino } from 'pino'
import { connect } from '../db/connect'
import { openDownloads } from '../downloads/downloads'
import { startDownloads } from '../downloads/start-downloads'

// Database and queue as a server has them; logs a line for each file. Its end is to be killed.
const folder = process.argv[2] ?? ''
const { kysely: db, kind } = await connect({ folder })
const log = pino({ level: 'debug' }, pino.destination(1))
const clock = { now: () => epochMs(Date.now()) }
await startDownloads({ db, clock, log, ...openDownloads(folder) }, { isAlone: kind === 'embedded' })
