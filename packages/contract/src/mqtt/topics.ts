import { isTerminalId, type TerminalId } from '@coldkeep/domain/ids'

/** The first part of every topic; the number is the protocol's major version. */
const PREFIX = 'rf/1'

export const upChannels = ['st', 'live', 'back', 'evt', 'res'] as const
export type UpChannel = (typeof upChannels)[number]
const downChannels = ['ack', 'cmd', 'cfg', 'key', 'time'] as const
export type DownChannel = (typeof downChannels)[number]

/** What all terminals receive at once (retained): spread of reconnects and pause of the backlog. */
export const NOTICE_TOPIC = `${PREFIX}/all/notice`

export function upTopic(terminal: TerminalId, channel: UpChannel): string {
  return `${PREFIX}/t/${terminal}/up/${channel}`
}

export function downTopic(terminal: TerminalId, channel: DownChannel): string {
  return `${PREFIX}/t/${terminal}/dn/${channel}`
}

/** The filter with which the server listens to one channel of all terminals. */
export function everyTerminal(channel: UpChannel): string {
  return `${PREFIX}/t/+/up/${channel}`
}

/**
 * Everything the server sends to one terminal: the only filter beside the notice that a terminal may
 * subscribe to.
 */
export function everyDownTopic(terminal: TerminalId): string {
  return `${PREFIX}/t/${terminal}/dn/#`
}

/** The terminal and channel of an upward topic, or `null` for any other text. The topic's id is the truth. */
export function parseUpTopic(topic: string): { terminal: TerminalId; channel: UpChannel } | null {
  const [rf, version, t, terminal, up, channel, ...rest] = topic.split('/')
  if (`${rf}/${version}` !== PREFIX || t !== 't' || up !== 'up' || rest.length > 0) return null
  if (terminal === undefined || !isTerminalId(terminal)) return null
  const known = upChannels.find((name) => name === channel)
  return known ? { terminal, channel: known } : null
}

/** May this terminal publish to this topic? Exact text, own part only. */
export function mayPublish(terminal: TerminalId, topic: string): boolean {
  return parseUpTopic(topic)?.terminal === terminal
}

/** May this terminal subscribe to this filter? */
export function maySubscribe(terminal: TerminalId, filter: string): boolean {
  return (
    filter === NOTICE_TOPIC ||
    filter === everyDownTopic(terminal) ||
    downChannels.some((channel) => filter === downTopic(terminal, channel))
  )
}
