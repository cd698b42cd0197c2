import type { ScreenMode } from '@coldkeep/contract/mqtt/screen-tunnel'
import { seconds } from '@coldkeep/domain/time/instant'
import { ServerConnection } from '@coldkeep/rfb/server-connection'
import type { Logger } from 'pino'
import type { WebSocket } from 'ws'
import type { LiveSession } from './live-session'

/** While more than this has not been taken, the page is sent nothing; what changes meanwhile comes as one update. */
const MOST_UNDER_WAY_BYTES = 2 * 1024 ** 2
const RIGHTS_READ_EVERY_MS = seconds(15)
/** Codes with which the page is disconnected (RFC 6455, 7.4). */
const ENDED_CODE = 1000
const REFUSED_CODE = 1008

interface Watching {
  readonly mode: ScreenMode
  stillMay(): Promise<boolean>
  readonly log: Logger
}

/**
 * Shows a live session to one page, from the picture that the gateway keeps: a page that is slow or gone delays neither the
 * store nor other pages. Keys and pointer are taken from a page that may control; of another one they are read and dropped.
 */
export function watchSession(page: WebSocket, live: LiveSession, { mode, stillMay, log }: Watching): void {
  const connection = new ServerConnection(live.framebuffer, '')

  const update = () => {
    if (live.end !== null) page.close(ENDED_CODE, live.end)
    if (page.readyState !== page.OPEN || page.bufferedAmount > MOST_UNDER_WAY_BYTES) return
    const next = connection.next()
    if (next !== null) page.send(next, update)
  }
  const take = (bytes: Buffer) => {
    const { answer, inputs } = connection.push(bytes)
    if (answer.length > 0) page.send(answer)
    if (mode === 'control') {
      live.seen()
      for (const input of inputs) live.input(input)
    }
    update()
  }

  page.on('message', (data) => {
    try {
      take(data as Buffer)
    } catch (error) {
      log.info({ err: error }, 'a page that watches a screen sends what is not allowed')
      page.close(REFUSED_CODE)
    }
  })
  page.on('error', () => page.terminate())
  const unfollow = live.follow(update)
  let hasAnswered = true
  page.on('pong', () => {
    hasAnswered = true
  })
  const rights = setInterval(() => {
    stillMay()
      .then((may) => !may && page.close(REFUSED_CODE))
      .catch((error: unknown) => log.warn({ err: error }, 'rights could not be read'))
    // one whose line broke without a word would keep its place
    if (!hasAnswered) page.terminate()
    hasAnswered = false
    page.ping()
  }, RIGHTS_READ_EVERY_MS)
  page.on('close', () => {
    clearInterval(rights)
    unfollow()
    connection.close()
    live.leave(mode)
  })
  page.send(connection.start())
}
