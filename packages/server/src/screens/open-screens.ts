import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { type Clock, hours } from '@coldkeep/domain/time/instant'
import type { Logger } from 'pino'
import { scopeOf } from '../access/scope'
import type { SignedIn } from '../access/signed-in'
import { selectSignedIn } from '../accounts/sign-in-queries'
import type { Db } from '../db/connect'
import { repeating } from '../tasks/repeating'
import { authenticateTerminal } from '../terminals/authenticate-terminal'
import { expireRecordings } from './expire-recordings'
import { ScreenGateway } from './gateway'
import { type LivePictures, openLivePictures } from './live-pictures'
import { openPictureThreads } from './pictures'
import { type Recordings, screenRecordings } from './recordings'
import { selectSession } from './session-queries'

/** Screens of stores, as this process shows and records them. */
export interface Screens {
  readonly gateway: ScreenGateway
  readonly pictures: LivePictures
  readonly recordings: Recordings
  close(): Promise<void>
}

export interface ScreensParts {
  /** Of this process; `null`: a name is made up. */
  readonly gatewayName: string | null
  /** There is a server beside it, which has the recordings of processes without a name of their own. */
  readonly isAside?: boolean
  readonly db: Db
  readonly clock: Clock
  readonly log: Logger
  readonly dataFolder: string
  /** The address of the console; `null`: the one by which it is reached. */
  readonly publicUrl: string | null
  /** What recordings leave to the database, in bytes. */
  readonly reservedBytes?: number
}

/** Pictures take milliseconds; a second thread is for a screenshot of a large screen. */
const PICTURE_THREADS = 2
const EXPIRED_EVERY_MS = hours(1)

export function openScreens({
  db,
  clock,
  log,
  dataFolder,
  publicUrl,
  gatewayName,
  isAside = false,
  reservedBytes,
}: ScreensParts): Screens {
  const name = gatewayName ?? randomBytes(4).toString('hex')
  const recordings = screenRecordings(dataFolder, reservedBytes)
  const threads = openPictureThreads(PICTURE_THREADS)
  const gateway = new ScreenGateway({
    ...{ db, clock, log, recordings },
    name,
    authenticate: (request) => authenticateTerminal(request, { db, clock }),
    stillMay: async (user, { expected: { sessionId } }) => {
      const now = await selectPerson(db, user, clock)
      return now !== null && mayWatch(now) && (await selectSession(db, scopeOf(now), sessionId)) !== null
    },
    isOwnOrigin: (request) => isOwnOrigin(request, publicUrl),
  })
  const holder = { name, hasUnnamed: !isAside }
  const expiring = repeating(
    EXPIRED_EVERY_MS,
    () => expireRecordings(db, recordings, holder, clock.now()),
    log,
  )
  return {
    ...{ gateway, recordings },
    pictures: openLivePictures(threads),
    async close() {
      await expiring.stop()
      await gateway.close()
      await threads.close()
    },
  }
}

/** With the rights of this moment; machines do not watch. */
async function selectPerson(
  db: Db,
  { accountId, signInId }: SignedIn,
  clock: Clock,
): Promise<SignedIn | null> {
  return signInId === null ? null : selectSignedIn(db, { accountId, signInId }, clock.now())
}

function mayWatch({ pageKeys, equipment }: SignedIn): boolean {
  return (pageKeys.has('4-1') || pageKeys.has('3-1')) && equipment.hidden.size === 0
}

function isOwnOrigin({ headers: { origin, host } }: IncomingMessage, publicUrl: string | null): boolean {
  if (origin === undefined || !URL.canParse(origin)) return false
  return publicUrl === null ? new URL(origin).host === host : origin === new URL(publicUrl).origin
}
