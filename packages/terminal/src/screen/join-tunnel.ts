import type { Socket } from 'node:net'
import {
  type ScreenMode,
  type TunnelEnd,
  type TunnelNote,
  tunnelEnds,
  tunnelNote,
} from '@coldkeep/contract/mqtt/screen-tunnel'
import { seconds } from '@coldkeep/domain/time/instant'
import { ClientFilter } from '@coldkeep/rfb/client-filter'
import { serverSecurityHandshake } from '@coldkeep/rfb/server-handshake'
import type { Logger } from 'pino'
import type { RawData, WebSocket } from 'ws'
import * as z from 'zod/mini'
import type { Timekeeper } from '../time/timekeeper'

/** More than this is never under way to the gateway; the screen waits meanwhile. */
const MOST_UNDER_WAY_BYTES = 1024 ** 2
const PINGED_EVERY_MS = seconds(5)
/** A gateway that is silent for so long is gone. */
const PATIENCE_MS = seconds(15)
/** How long the other side may take to say goodbye. */
const FAREWELL_MS = 500

/** Why a tunnel ended: what the terminal says, or that the line or the gateway is gone. */
type TunnelOutcome = TunnelEnd | 'lost' | 'gateway_ends'

export interface Tunnel {
  /** Cuts the screen off at once; the gateway is notified if it can be. */
  end(why: TunnelEnd): void
  send(note: TunnelNote): void
  readonly closed: Promise<void>
}

export interface TunnelParts {
  /** Signed in to the VNC server; nothing has been said since. */
  readonly screen: Socket
  readonly gateway: WebSocket
  readonly mode: ScreenMode
  readonly time: Timekeeper
  readonly log: Logger
  noteCame(note: TunnelNote): void
  /** Called once. */
  ended(why: TunnelOutcome): void
}

/**
 * Joins the screen and the gateway. The gateway meets a server without a password; what it sends reaches the screen only
 * as far as the mode of the session lets it. Neither side is read faster than the other takes.
 */
export function joinTunnel({ screen, gateway, mode, time, log, noteCame, ended }: TunnelParts): Tunnel {
  const handshake = serverSecurityHandshake()
  const filter = new ClientFilter(mode)
  let isEnded = false
  let close = () => {}
  const closed = new Promise<void>((resolve) => {
    close = resolve
  })

  const finish = (why: TunnelOutcome) => {
    if (isEnded) return
    isEnded = true
    screen.destroy()
    stopPings()
    if (why === 'lost' || why === 'gateway_ends') gateway.terminate()
    else {
      gateway.close(tunnelEnds[why])
      time.after(FAREWELL_MS, () => gateway.terminate())
    }
    ended(why)
    close()
  }

  const pass = (bytes: Buffer) => {
    const passed = filter.push(bytes)
    if (passed.length > 0 && !screen.write(passed)) gateway.pause()
  }

  const take = (bytes: Buffer) => {
    if (handshake.outcome !== null) return pass(bytes)
    const answer = handshake.push(bytes)
    if (answer.length > 0) gateway.send(answer)
    if (handshake.outcome !== null) pass(handshake.takeRest())
  }

  gateway.on('message', (data: RawData, isBinary: boolean) => {
    if (isEnded) return
    try {
      if (isBinary) take(data as Buffer)
      else noteCame(z.parse(tunnelNote, JSON.parse(String(data))))
    } catch (error) {
      log.warn({ err: error }, 'the gateway sends what is not allowed')
      finish('malformed')
    }
  })
  screen.on('drain', () => gateway.resume())
  screen.on('data', (bytes: Buffer) => {
    gateway.send(bytes, () => {
      if (gateway.bufferedAmount < MOST_UNDER_WAY_BYTES) screen.resume()
    })
    if (gateway.bufferedAmount >= MOST_UNDER_WAY_BYTES) screen.pause()
  })
  screen.on('error', () => finish('screen_gone'))
  screen.on('close', () => finish('screen_gone'))
  gateway.on('close', () => finish('gateway_ends'))
  gateway.on('error', () => finish('lost'))

  let lastSignMs = time.elapsedMs()
  const signCame = () => {
    lastSignMs = time.elapsedMs()
  }
  gateway.on('pong', signCame)
  gateway.on('message', signCame)
  let stopPings = () => {}
  const ping = () => {
    if (time.elapsedMs() - lastSignMs > PATIENCE_MS) return finish('lost')
    gateway.ping()
    stopPings = time.after(PINGED_EVERY_MS, ping)
  }
  ping()
  // the version of the protocol is said first by who serves the screen
  gateway.send(handshake.start())
  screen.resume()

  return { end: finish, send: (note) => gateway.send(JSON.stringify(note)), closed }
}
