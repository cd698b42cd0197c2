import type { listTerminals, TerminalState } from '@coldkeep/contract/areas/terminals'
import type { Answer } from '@coldkeep/contract/call'
import { formatInstant } from '@coldkeep/phrases/format'
import type { Translate } from '@coldkeep/phrases/keys'
import type { Status } from '../../kit/StatusTag'
import { paths } from '../../site/paths'

export type TerminalEntry = Answer<typeof listTerminals>['terminals'][number]

export const stateStatus = {
  online: 'online',
  offline: 'offline',
  host_lost: 'offline',
  never_seen: 'waiting',
  disabled: 'locked',
} as const satisfies Record<TerminalState, Status>

export const terminalPath = (id: string): string => paths.withSearch(paths.terminals, { id })

/** The version that can be updated, or else what the program says that it is. */
export const programText = ({ firmware, program }: Pick<TerminalEntry, 'firmware' | 'program'>) =>
  firmware?.version ?? program

/** Its program, or the system of its box. */
export type Runs = Pick<NonNullable<TerminalEntry['box']>, 'behind'>

/** How many released versions are newer; null where none is, or it is not known. */
export function behindText(runs: Runs | null, t: Translate): string | null {
  const behind = runs?.behind ?? 0
  return behind === 0 ? null : t('terminals.versions.behind', { count: behind })
}

/** A box that waits to prove itself comes first, then an open code, since someone waits for it. */
export function claimText(
  { codeUntil, replacementUntil, claimedAt, store }: TerminalEntry,
  t: Translate,
): string {
  if (replacementUntil !== null) {
    return t('terminals.replacementUntil', { time: formatInstant(replacementUntil, store.zone) })
  }
  if (codeUntil !== null) return t('terminals.claimOpen', { time: formatInstant(codeUntil, store.zone) })
  if (claimedAt !== null) return t('terminals.claimedAt', { time: formatInstant(claimedAt, store.zone) })
  return t('terminals.claimNever')
}

/** Since when the state has lasted, where that is known and useful. */
export function sinceText(
  { state, since, hostLostSince, store }: TerminalEntry,
  t: Translate,
): string | undefined {
  const from = state === 'host_lost' ? hostLostSince : state === 'offline' ? since : null
  return from === null ? undefined : t('devices.page.since', { time: formatInstant(from, store.zone) })
}
