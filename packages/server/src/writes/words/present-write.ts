import type { WireWrite, WireWriteLine } from '@coldkeep/contract/areas/writes'
import { type WriteOutcome, writeOutcome } from '@coldkeep/contract/mqtt/command-arguments'
import { kindsOfDevice, mayWrite } from '@coldkeep/domain/access/equipment'
import { buildRequest } from '@coldkeep/domain/polling/build-request'
import { formatHex } from '@coldkeep/domain/polling/parse-hex'
import { type EpochMs, epochMs } from '@coldkeep/domain/time/instant'
import { approvalAt } from '@coldkeep/domain/writes/approval-at'
import { type Approval, isOpen, type LineState, lineState } from '@coldkeep/domain/writes/line-state'
import type { Translate } from '@coldkeep/phrases/keys'
import * as z from 'zod/mini'
import type { SignedIn } from '../../access/signed-in'
import { presentError } from '../../bundles/words/field-words'
import { pointName } from '../../wording/point-name'
import { undoOf } from '../undo-line'
import type { LineRow, WriteRow } from '../write-queries'

export interface Reader {
  readonly user: SignedIn
  readonly now: EpochMs
  readonly translate: Translate
  /** Writes that have been undone. */
  readonly undone: ReadonlySet<string>
}

/** A write as its readers see it, with what they may do. */
export function presentWrite(write: WriteRow, lines: readonly LineRow[], reader: Reader): WireWrite {
  const { user, now, undone } = reader
  const approval = approvalAt(write, now)
  const shown = lines.map((line) => presentLine(line, approval, reader))
  const isWaiting = approval === 'waiting'
  const isOwn = write.accountId === user.accountId
  const writes =
    user.pageKeys.has('3-1') && lines.every((line) => mayWrite(user.equipment, kindsOfDevice(line)))
  const isOver = shown.every(({ state }) => !isOpen(state))
  return {
    id: write.writeId,
    store: {
      id: write.storeId,
      code: write.storeCode,
      name: write.storeName,
      zone: write.timeZone,
    },
    risk: write.risk,
    approval,
    approveUntil: write.approveUntil,
    notified: write.notified,
    note: write.note,
    createdBy: write.createdBy,
    isOwn,
    createdAt: write.createdAt,
    decidedBy: write.decidedBy,
    decidedAt: write.decidedAt,
    decisionNote: write.decisionNote,
    undoOf: write.undoOf,
    isOpen: !isOver,
    canDecide: isWaiting && writes && !isOwn && user.signInId !== null,
    canWithdraw: writes && ((isWaiting && isOwn) || lines.some(({ state }) => state === 'queued')),
    canUndo: writes && isOver && !undone.has(write.writeId) && lines.some((line) => undoOf(line) !== null),
    lines: shown,
  }
}

function presentLine(line: LineRow, approval: Approval, { translate }: Reader): WireWriteLine {
  const out: WriteOutcome = z.safeParse(writeOutcome, line.outcome ?? {}).data ?? {}
  const command = line.state === null ? null : { state: line.state, errorCode: line.errorCode }
  const facts = { approval, isFaulty: line.fault !== null, command, isReadBack: line.pointName !== '' }
  const state = lineState(facts)
  return {
    device: { id: line.deviceId, name: line.name },
    terminal:
      line.terminalId === null
        ? null
        : { id: line.terminalId, state: line.connection ?? 'never_seen', since: line.since },
    code: line.commandCode,
    note: pointName(line.note, translate),
    effect: line.effect,
    point: pointName(line.pointName, translate),
    unit: line.unit,
    value: line.value,
    risk: line.risk,
    wear: wearOf(line),
    state,
    known:
      line.knownAt === null
        ? null
        : { value: line.knownValue, quality: line.knownQuality ?? 0, at: line.knownAt },
    before: out.before ?? null,
    after: out.after ?? null,
    request: out.request ?? requestOf(line),
    packet: out.packet ?? '',
    error: errorOf(line, translate),
    queuedAt: line.queuedAt,
    expiresAt: line.expiresAt,
    deliveredAt: line.deliveredAt,
    writtenAt: out.writtenAt === undefined ? null : epochMs(out.writtenAt),
    endedAt: endOf(state, line),
  }
}

function wearOf({ wearAbove, wearMost, wearLeft }: LineRow): WireWriteLine['wear'] {
  if (wearAbove === null) return null
  return { above: wearAbove, most: wearMost ?? 0, left: wearLeft ?? 0 }
}

/** What the terminal will send. */
function requestOf({ arg }: LineRow): string {
  const frame = buildRequest(arg, arg.unitId)
  return frame.ok ? formatHex(frame.value) : ''
}

function errorOf({ fault, errorCode, errorText }: LineRow, translate: Translate): string | null {
  if (fault !== null) return translate(`writes.fault.${faultOf(fault)}`)
  return errorCode === null ? null : presentError(errorCode, errorText ?? '', translate)
}

const faults = [
  'retired',
  'terminal_disabled',
  'simulated',
  'own_file',
  'no_port',
  'unpublished',
  'no_writes',
  'no_right',
] as const

function faultOf(fault: string): (typeof faults)[number] | 'changed' {
  return faults.find((one) => one === fault) ?? 'changed'
}

function endOf(state: LineState, { changedAt }: LineRow): EpochMs | null {
  return isOpen(state) ? null : changedAt
}
