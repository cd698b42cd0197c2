import { randomBytes } from 'node:crypto'
import { PROTOCOL_VERSION, packMessage } from '@coldkeep/contract/mqtt/envelope'
import type { OnlineMessage, StateMessage } from '@coldkeep/contract/mqtt/state'
import { everyDownTopic, NOTICE_TOPIC, type UpChannel, upTopic } from '@coldkeep/contract/mqtt/topics'
import type { TerminalId } from '@coldkeep/domain/ids'
import mqtt, { type MqttClient } from 'mqtt'

export interface ConnectionEvents {
  /** The broker has taken the terminal in and the subscriptions are made. */
  readonly onOpen: () => void
  readonly onMessage: (topic: string, bytes: Uint8Array) => void
  /** Once, for whatever reason it ended. */
  readonly onClose: (reason: Error | null) => void
}

const FAREWELL_MS = 1000

/** One connection of one terminal to the broker, from connect to close. The next one is a new object. */
export class Connection {
  readonly name = randomBytes(4).toString('hex')
  readonly #terminalId: TerminalId
  readonly #client: MqttClient
  #reason: Error | null = null
  #isClosed = false

  constructor(brokerUrl: string, terminalId: TerminalId, secret: string, events: ConnectionEvents) {
    this.#terminalId = terminalId
    const client = mqtt.connect(brokerUrl, {
      clientId: terminalId,
      username: terminalId,
      password: secret,
      clean: true,
      keepalive: 60,
      protocolVersion: 4,
      reconnectPeriod: 0,
      connectTimeout: 20_000,
      will: {
        topic: upTopic(terminalId, 'st'),
        payload: Buffer.from(packMessage(this.#offline())),
        qos: 1,
        retain: true,
      },
    })
    this.#client = client
    client.on('connect', () => {
      client.subscribe([everyDownTopic(terminalId), NOTICE_TOPIC], { qos: 1 }, (error) => {
        if (!error && !this.#isClosed) events.onOpen()
      })
    })
    client.on('message', (topic, payload) => events.onMessage(topic, payload))
    client.on('error', (error) => {
      this.#reason = error
    })
    client.on('close', () => {
      if (this.#isClosed) return
      this.#isClosed = true
      events.onClose(this.#reason)
    })
  }

  send(channel: UpChannel, bytes: Uint8Array, retain = false): void {
    if (this.#isClosed) return
    // An error here means that the connection is going down; the outbox repeats what was not confirmed.
    this.#client.publish(
      upTopic(this.#terminalId, channel),
      Buffer.from(bytes),
      { qos: 1, retain },
      () => undefined,
    )
  }

  sendState(state: Omit<OnlineMessage, 'v' | 'on' | 'cn'>): void {
    const message: StateMessage = { v: PROTOCOL_VERSION, on: 1, cn: this.name, ...state }
    this.send('st', packMessage(message), true)
  }

  /**
   * Signs off, so that the store counts as offline at once; a broker that does not answer is not waited for.
   */
  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    const topic = upTopic(this.#terminalId, 'st')
    const farewell = Buffer.from(packMessage(this.#offline()))
    if (this.#client.connected) {
      await within(FAREWELL_MS, this.#client.publishAsync(topic, farewell, { qos: 1, retain: true }))
      await within(FAREWELL_MS, this.#client.endAsync())
    }
    this.#client.end(true)
  }

  /** Disconnects without signing off, as in a power cut: the broker publishes the will. */
  drop(): void {
    this.#isClosed = true
    this.#client.end(true)
  }

  #offline(): StateMessage {
    return { v: PROTOCOL_VERSION, on: 0, cn: this.name }
  }
}

/** Settles when the promise does, in whichever way, but not later than after `ms`. */
async function within(ms: number, promise: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([promise.catch(() => undefined), limit])
  clearTimeout(timer)
}
