import type { WireScreenSession } from '@coldkeep/contract/areas/screens'
import { NO_VALUE } from '@coldkeep/phrases/format'
import type { Translate } from '@coldkeep/phrases/keys'
import { clockLength } from './clock-length'

export function lengthOf({ connectedAt, endedAt }: WireScreenSession): string {
  return connectedAt === null || endedAt === null ? NO_VALUE : clockLength(endedAt - connectedAt)
}

export function endOf({ endedAt, connectedAt, endText }: WireScreenSession, t: Translate): string {
  if (endedAt !== null) return endText
  return t(connectedAt === null ? 'screens.stateOf.connecting' : 'screens.running')
}
