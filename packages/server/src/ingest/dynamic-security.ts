import { NOTICE_TOPIC } from '@coldkeep/contract/mqtt/topics'
import type { TerminalId } from '@coldkeep/domain/ids'
import mqtt, { type MqttClient } from 'mqtt'
import type { Logger } from 'pino'
import type { BrokerAccounts } from '../messages/broker-accounts'

const COMMANDS = '$CONTROL/dynamic-security/v1'
const ANSWERS = `${COMMANDS}/response`
const PATIENCE_MS = 10_000
const ROLE_EXISTS = 'Role already exists'
const CLIENT_EXISTS = 'Client already exists'
const CLIENT_MISSING = 'Client not found'

interface Command {
  readonly command: string
  readonly [field: string]: unknown
}

export interface DynamicSecurityOptions {
  /** With a user whose role may publish and read below `$CONTROL/dynamic-security`. */
  readonly url: string
  readonly log: Logger
}

/**
 * Users of a Mosquitto with its dynamic-security plugin. Each terminal has a role of its own, since version 2.0.11
 * does not replace %u in the topics of roles, and its user is bound to the client id of the same name.
 */
export function dynamicSecurity({ url, log }: DynamicSecurityOptions): BrokerAccounts {
  const client = mqtt.connect(url, { protocolVersion: 4, clean: true, reconnectPeriod: 1_000 })
  client.on('error', (error) => log.warn({ err: error }, 'users of the broker cannot be kept now'))
  const send = conversation(client)

  return {
    async put(terminal, secret) {
      const role = { rolename: roleOf(terminal) }
      await send([{ command: 'createRole', ...role, acls: rightsOf(terminal) }], [ROLE_EXISTS])
      const user = { username: terminal, clientid: terminal, password: secret }
      const [refusal] = await send(
        [{ command: 'createClient', ...user, roles: [{ ...role, priority: -1 }] }],
        [CLIENT_EXISTS],
      )
      if (refusal === null) return
      const named = { username: terminal }
      await send([
        { command: 'disableClient', ...named },
        { command: 'setClientPassword', ...named, password: secret },
        { command: 'enableClient', ...named },
      ])
    },
    async setEnabled(terminal, isEnabled) {
      const command = isEnabled ? 'enableClient' : 'disableClient'
      await send([{ command, username: terminal }], [CLIENT_MISSING])
    },
    close: () => client.endAsync(true),
  }
}

/**
 * Sends commands and waits for their answers.
 * @returns for each the refusal, or `null` where it was carried out; any refusal but the accepted ones is thrown
 */
function conversation(client: MqttClient) {
  const waiting = new Map<string, (refusal: string | null) => void>()
  let number = 0
  let isListening = false
  client.on('connect', () => {
    client.subscribe(ANSWERS, { qos: 1 }, (error) => {
      isListening = !error
    })
  })
  client.on('close', () => {
    isListening = false
  })
  client.on('message', (topic, payload) => {
    if (topic !== ANSWERS) return
    for (const { correlationData, error } of answersIn(payload)) {
      waiting.get(String(correlationData))?.(typeof error === 'string' ? error : null)
    }
  })
  return async (commands: readonly Command[], accepted: readonly string[] = []) => {
    if (!isListening) throw new Error('the broker is not connected')
    const numbered = commands.map((command) => ({
      ...command,
      correlationData: `${process.pid}-${number++}`,
    }))
    const answers = numbered.map(
      ({ command, correlationData }) =>
        new Promise<string | null>((resolve, reject) => {
          const late = setTimeout(() => {
            waiting.delete(correlationData)
            reject(new Error(`the broker does not answer ${command}`))
          }, PATIENCE_MS)
          waiting.set(correlationData, (refusal) => {
            clearTimeout(late)
            waiting.delete(correlationData)
            if (refusal === null || accepted.includes(refusal)) resolve(refusal)
            else reject(new Error(`the broker refused ${command}: ${refusal}`))
          })
        }),
    )
    const all = Promise.all(answers)
    // it may fail before it is waited for
    all.catch(() => {})
    await client.publishAsync(COMMANDS, JSON.stringify({ commands: numbered }), { qos: 1 })
    return all
  }
}

function answersIn(payload: Buffer): readonly { correlationData?: unknown; error?: unknown }[] {
  try {
    const { responses } = JSON.parse(payload.toString('utf8'))
    return Array.isArray(responses) ? responses : []
  } catch {
    return []
  }
}

const roleOf = (terminal: TerminalId): string => `terminal ${terminal}`

function rightsOf(terminal: TerminalId) {
  const right = (acltype: string, topic: string) => ({ acltype, topic, priority: -1, allow: true })
  const down = `rf/1/t/${terminal}/dn/#`
  return [
    right('publishClientSend', `rf/1/t/${terminal}/up/#`),
    right('publishClientReceive', down),
    right('publishClientReceive', NOTICE_TOPIC),
    right('subscribePattern', down),
    right('subscribeLiteral', NOTICE_TOPIC),
  ]
}
