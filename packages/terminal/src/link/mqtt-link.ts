import { randomBytes } from 'node:crypto'
import { type Acknowledgement, acknowledgement } from '@coldkeep/contract/mqtt/acknowledgement'
import { PROTOCOL_VERSION, packMessage, readMessage } from '@coldkeep/contract/mqtt/envelope'
import { type Notice, notice } from '@coldkeep/contract/mqtt/notice'
import type { OnlineMessage, StateMessage } from '@coldkeep/contract/mqtt/state'
import {
  downTopic,
  everyDownTopic,
  NOTICE_TOPIC,
  type UpChannel,
  upTopic,
} from '@coldkeep/contract/mqtt/topics'
import type { TerminalId } from '@coldkeep/domain/ids'
import { seconds } from '@coldkeep/domain/time/instant'
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt'
import type { Logger } from 'pino'
import type { Timekeeper } from '../time/timekeeper'
import { causeOfLoss, type LossCause, reconnectDelayMs } from './reconnect-delay'

const KEEP_ALIVE_SECONDS = 60
const CONNECT_TIMEOUT_MS = 20_000
const STATE_EVERY_MS = seconds(300)
const WILL_DELAY_SECONDS = 30
/** A connection counts as good, and the delays start over, once it has lasted this long. */
const GOOD_AFTER_MS = seconds(60)
const FAREWELL_TIMEOUT_MS = 2_000
const SUBSCRIPTION_REFUSED = 128
/** MQTT 3.1.1 and MQTT 5 for "I do not speak this version". */
const UNKNOWN_VERSION_CODES: readonly unknown[] = [1, 132]

export type ReportedState = Omit<OnlineMessage, 'v' | 'on' | 'cn' | 'at'>

/** Where messages of the outbox go. */
export type MessageChannel = Exclude<UpChannel, 'st'>

export interface LinkParts {
  readonly terminalId: TerminalId
  readonly brokerUrls: readonly string[]
  readonly secret: string
  /** The only authority that is trusted; null where no address needs TLS. */
  readonly ca: Uint8Array | null
  readonly time: Timekeeper
  readonly log: Logger
  readonly random: () => number
  state(): ReportedState
}

export interface LinkEvents {
  connected(): void
  disconnected(): void
  acknowledged(message: Acknowledgement): void
  noticed(message: Notice): void
  /** As it came: the receiver checks who signed it. */
  commandReceived(bytes: Uint8Array): void
  /** The configuration that the server wants to be run; empty: none any more. */
  desiredChanged(bytes: Uint8Array): void
  /** Which keys to trust. */
  keysReceived(bytes: Uint8Array): void
  /** The server's time, signed. */
  timeReceived(bytes: Uint8Array): void
}

/** The connection to the broker: kept up, announced and given up politely. */
export class MqttLink {
  readonly #parts: LinkParts
  readonly #events: LinkEvents
  #client: MqttClient | null = null
  #connectionName = ''
  #isConnected = false
  #isStopped = false
  #attempts = 0
  #spreadSeconds = 0
  /** Newest first; what the broker took once is kept. */
  #version: 4 | 5 = 5
  #isVersionProven = false
  #cancelWait = () => {}
  #cancelState = () => {}
  #cancelGood = () => {}

  constructor(parts: LinkParts, events: LinkEvents) {
    this.#parts = parts
    this.#events = events
  }

  get isConnected(): boolean {
    return this.#isConnected
  }

  start(): void {
    this.#connect()
  }

  /** Signs off where there is a connection, so that the server need not wait for the will. */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.#cancelWait()
    const client = this.#client
    if (client === null) return
    if (this.#isConnected) {
      this.#leave()
      await within(FAREWELL_TIMEOUT_MS, this.#publishState(client, this.#offline()))
    }
    await within(FAREWELL_TIMEOUT_MS, client.endAsync())
    client.end(true)
  }

  publish(channel: MessageChannel, body: Uint8Array): void {
    if (!this.#isConnected || this.#client === null) return
    const topic = upTopic(this.#parts.terminalId, channel)
    // No callback: what the broker took proves nothing, the server's own acknowledgement does.
    this.#client.publish(topic, Buffer.from(body), { qos: 1 })
  }

  /** Begins a new connection, with what the credential is by now. */
  reconnect(): void {
    this.#client?.end(true)
  }

  /** Reports the state to the server: after connecting, every five minutes and when something changed. */
  reportState(): void {
    if (!this.#isConnected || this.#client === null) return
    this.#cancelState()
    this.#cancelState = this.#parts.time.after(STATE_EVERY_MS, () => this.reportState())
    void this.#publishState(this.#client, {
      v: PROTOCOL_VERSION,
      on: 1,
      cn: this.#connectionName,
      at: this.#parts.time.now(),
      ...this.#parts.state(),
    })
  }

  #connect(): void {
    const { brokerUrls, log } = this.#parts
    const url = brokerUrls[this.#attempts % brokerUrls.length] as string
    this.#connectionName = randomBytes(8).toString('hex')
    const client = mqtt.connect(url, this.#options())
    this.#client = client
    let error: Error | null = null
    client.on('error', (problem) => {
      error = problem
    })
    client.on('connect', () => this.#subscribe(client))
    client.on('message', (topic, payload) => this.#receive(topic, payload))
    client.once('close', () => {
      client.end(true)
      log.debug({ url, reason: error?.message }, 'connection closed')
      this.#lost(error)
    })
  }

  #options(): IClientOptions {
    const { terminalId, secret, ca } = this.#parts
    return {
      protocolVersion: this.#version,
      clientId: terminalId,
      username: terminalId,
      password: secret,
      clean: true,
      keepalive: KEEP_ALIVE_SECONDS,
      connectTimeout: CONNECT_TIMEOUT_MS,
      // Waiting and trying again is ours: another address, another version, and nothing old is sent.
      reconnectPeriod: 0,
      resubscribe: false,
      rejectUnauthorized: true,
      ...(ca && { ca: Buffer.from(ca) }),
      will: {
        topic: upTopic(terminalId, 'st'),
        payload: Buffer.from(packMessage(this.#offline())),
        qos: 1,
        retain: true,
        ...(this.#version === 5 && { properties: { willDelayInterval: WILL_DELAY_SECONDS } }),
      },
    }
  }

  #subscribe(client: MqttClient): void {
    this.#isVersionProven = true
    const filters = [everyDownTopic(this.#parts.terminalId), NOTICE_TOPIC]
    client.subscribe(filters, { qos: 1 }, (error, granted) => {
      const refused = granted?.filter(({ qos }) => qos >= SUBSCRIPTION_REFUSED) ?? []
      if (error === null && refused.length === 0) return this.#begin()
      const topics = refused.map(({ topic }) => topic)
      this.#parts.log.error({ reason: error?.message, topics }, 'subscription refused')
      client.end(true)
    })
  }

  #begin(): void {
    if (this.#isStopped) return
    this.#isConnected = true
    this.#cancelGood = this.#parts.time.after(GOOD_AFTER_MS, () => {
      this.#attempts = 0
    })
    this.#parts.log.info({ cn: this.#connectionName, mqtt: this.#version }, 'connected')
    this.reportState()
    this.#events.connected()
  }

  #receive(topic: string, payload: Buffer): void {
    const { terminalId, log } = this.#parts
    if (topic === downTopic(terminalId, 'ack')) {
      const message = readMessage(acknowledgement, payload)
      if (message.ok) this.#events.acknowledged(message.value)
      else log.warn({ topic, code: message.problem }, 'message dropped')
    } else if (topic === downTopic(terminalId, 'cmd')) this.#events.commandReceived(payload)
    else if (topic === downTopic(terminalId, 'cfg')) this.#events.desiredChanged(payload)
    else if (topic === downTopic(terminalId, 'key')) this.#events.keysReceived(payload)
    else if (topic === downTopic(terminalId, 'time')) this.#events.timeReceived(payload)
    else if (topic === NOTICE_TOPIC) {
      const message = readMessage(notice, payload)
      if (message.ok) {
        const { spread, hold } = message.value
        log.info({ spread, hold }, 'notice')
        this.#spreadSeconds = spread
        this.#events.noticed(message.value)
      } else log.warn({ topic, code: message.problem }, 'message dropped')
    }
  }

  #lost(error: Error | null): void {
    const wasConnected = this.#isConnected
    this.#client = null
    if (wasConnected) this.#leave()
    if (this.#isStopped) return
    if (!wasConnected && this.#triesOtherVersion(error)) this.#connect()
    else this.#waitToConnect(causeOfLoss(wasConnected, error), error)
  }

  #waitToConnect(cause: LossCause, error: Error | null): void {
    this.#attempts++
    const delayMs = reconnectDelayMs(this.#attempts, cause, this.#spreadSeconds, this.#parts.random)
    this.#parts.log.warn({ cause, reason: error?.message, delayMs: Math.round(delayMs) }, 'not connected')
    this.#cancelWait = this.#parts.time.after(delayMs, () => this.#connect())
  }

  /** True when the broker did not know the version and another is left to be tried at once. */
  #triesOtherVersion(error: Error | null): boolean {
    if (this.#isVersionProven) return false
    const isUnknown = error !== null && 'code' in error && UNKNOWN_VERSION_CODES.includes(error.code)
    // Some brokers hang up on a version they do not know instead of refusing it.
    if (!isUnknown && error !== null) return false
    this.#version = this.#version === 5 ? 4 : 5
    return isUnknown && this.#version === 4
  }

  #leave(): void {
    this.#isConnected = false
    this.#cancelState()
    this.#cancelGood()
    this.#events.disconnected()
  }

  #offline(): StateMessage {
    return { v: PROTOCOL_VERSION, on: 0, cn: this.#connectionName }
  }

  #publishState(client: MqttClient, message: StateMessage): Promise<void> {
    const topic = upTopic(this.#parts.terminalId, 'st')
    return new Promise((resolve) => {
      client.publish(topic, Buffer.from(packMessage(message)), { qos: 1, retain: true }, () => resolve())
    })
  }
}

async function within(limitMs: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limitMs)
  })
  await Promise.race([work, limit])
  clearTimeout(timer)
}
