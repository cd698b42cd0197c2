import type { Logger } from 'pino'
import type { ServerAccess } from '../command/server-request'
import type { Setup } from '../settings/read-setup'
import type { Timekeeper } from '../time/timekeeper'
import { ScreenSessions } from './screen-sessions'
import { followStopKey } from './stop-key'
import { openStorePage, type StorePage } from './store-page'

/** The screen of the store, with what the store itself has to do with it. */
export interface Screen {
  readonly sessions: ScreenSessions
  /** Ends who is there. */
  close(): Promise<void>
}

interface OpenScreenParts {
  readonly setup: Pick<Setup, 'settings' | 'screenPassword' | 'dataFolder'>
  readonly server: ServerAccess | null
  readonly time: Timekeeper
  readonly log: Logger
}

export async function openScreen({ setup, server, time, log }: OpenScreenParts): Promise<Screen> {
  const { screen: settings = null } = setup.settings
  const { screenPassword: password, dataFolder } = setup
  const sessions = new ScreenSessions({ settings, password, server, dataFolder, time, log })
  const { pagePort, stopKey } = settings ?? {}
  const page = pagePort === undefined ? null : await openPage(sessions, pagePort, log)
  const unfollow = stopKey && followStopKey({ ...stopKey, time, log, pressed: () => sessions.stop() })
  return {
    sessions,
    async close() {
      unfollow?.()
      sessions.stop('terminal_ends')
      await page?.close()
    },
  }
}

/** Without its page a store that is asked first lets no one in; it is polled all the same. */
async function openPage(sessions: ScreenSessions, port: number, log: Logger): Promise<StorePage | null> {
  try {
    return await openStorePage(sessions, port, log)
  } catch (error) {
    log.error({ err: error, port }, 'the page of the store cannot be opened')
    return null
  }
}
