import { randomBytes } from 'node:crypto'
import { MAX_WIRE_BYTES } from '@coldkeep/contract/mqtt/envelope'
import { everyTerminal, parseUpTopic, type UpChannel } from '@coldkeep/contract/mqtt/topics'
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt'
import type { Logger } from 'pino'
import type { IncomingMessage, MessageSource } from '../messages/message-source'

export interface OutsideBrokerOptions {
  /** `mqtt://` or `mqtts://` with user and password where the broker requires them. */
  readonly url: string
  readonly log: Logger
  /** Messages that the broker keeps for one subscriber; 1000 is Mosquitto's own default. */
  readonly queueLength?: number
  /** Wait before a lost connection is tried again. */
  readonly retryMs?: number
}

const channels = ['live', 'back', 'st', 'evt', 'res'] as const satisfies readonly UpChannel[]
const SHARED = '$share/ingest/'
/** Refusals that mean "not this version": MQTT 3.1.1 answers 1, MQTT 5 answers 132. */
const OTHER_VERSION = [1, 132]
const DEFAULT_QUEUE_LENGTH = 1_000

/**
 * A broker beside the server. Every channel has a connection of its own, so that none waits behind another.
 * With MQTT 5 several server processes share the messages; states go to every process, because only an
 * ordinary subscription gets the retained ones.
 */
export function outsideBroker(options: OutsideBrokerOptions): MessageSource {
  const { log } = options
  const retryMs = options.retryMs ?? 1_000
  const clients = new Map<UpChannel, MqttClient>()
  const listening = new Set<UpChannel>()
  let isClosed = false
  let retry: NodeJS.Timeout | undefined

  async function begin(onMessage: (message: IncomingMessage) => void): Promise<void> {
    const version = await spokenVersion(options.url)
    if (isClosed) return
    if (version === null) {
      log.warn('the broker cannot be reached yet')
      retry = setTimeout(() => void begin(onMessage), retryMs)
      return
    }
    log.info({ version }, 'broker reached')
    for (const channel of channels) {
      const client = listen(channel, version, { ...options, retryMs }, onMessage, listening)
      clients.set(channel, client)
    }
  }

  return {
    queueLength: options.queueLength ?? DEFAULT_QUEUE_LENGTH,
    start: begin,
    async publish(topic, bytes, { retain = false, qos = 0 } = {}) {
      const client = clients.get('live')
      if (!client?.connected) throw new Error('the broker is not connected')
      await client.publishAsync(topic, Buffer.from(bytes), { retain, qos })
    },
    connected: () => null,
    // which connections there are, and who may connect, is up to that broker
    recheck: async () => {},
    isServing: () => channels.every((channel) => listening.has(channel)),
    async close() {
      isClosed = true
      clearTimeout(retry)
      for (const client of clients.values()) {
        client.removeAllListeners('message')
        await client.endAsync(true)
      }
    },
  }
}

function listen(
  channel: UpChannel,
  version: 4 | 5,
  options: OutsideBrokerOptions & { readonly retryMs: number },
  onMessage: (message: IncomingMessage) => void,
  listening: Set<UpChannel>,
): MqttClient {
  const { log } = options
  const filter = everyTerminal(channel)
  const isShared = version === 5 && channel !== 'st'
  const client = mqtt.connect(options.url, {
    ...connection(version),
    reconnectPeriod: options.retryMs,
    reconnectOnConnackError: true,
    resubscribe: false,
    queueQoSZero: false,
  })
  client.on('connect', () => {
    client.subscribe(isShared ? SHARED + filter : filter, { qos: 1 }, (error, granted) => {
      const isRefused = granted?.some((grant) => grant.qos > 2)
      if (error || isRefused) log.error({ err: error, channel }, 'subscription refused by the broker')
      else listening.add(channel)
    })
  })
  client.on('message', (topic, payload, packet) => {
    const parsed = parseUpTopic(topic)
    if (parsed) onMessage({ ...parsed, topic, bytes: payload, isKept: packet.retain })
  })
  client.on('error', (error) => log.warn({ err: error, channel }, 'connection to the broker failed'))
  client.on('close', () => {
    listening.delete(channel)
    log.info({ channel }, 'connection to the broker ended')
  })
  return client
}

function connection(version: 4 | 5): IClientOptions {
  const common: IClientOptions = {
    clientId: `coldkeep-${randomBytes(6).toString('hex')}`,
    protocolVersion: version,
    clean: true,
    keepalive: 30,
    connectTimeout: 10_000,
  }
  if (version === 4) return common
  // room for topic and head of a packet beside the largest message
  return { ...common, properties: { maximumPacketSize: MAX_WIRE_BYTES + 1024, receiveMaximum: 200 } }
}

/** The newest version the broker takes, or null while it cannot be reached. */
async function spokenVersion(url: string): Promise<4 | 5 | null> {
  for (const version of [5, 4] as const) {
    try {
      const client = await mqtt.connectAsync(url, { ...connection(version), reconnectPeriod: 0 }, false)
      await client.endAsync()
      return version
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : null
      if (version === 5 && OTHER_VERSION.some((refusal) => refusal === code)) continue
      return null
    }
  }
  return null
}
