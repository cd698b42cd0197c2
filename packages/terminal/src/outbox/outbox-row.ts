import { randomInt } from 'node:crypto'
import type { EpochMs } from '@coldkeep/domain/time/instant'

/** What a message is: readings of a cycle, an event of the terminal, or the result of a command. */
export const rowKinds = ['readings', 'event', 'result'] as const
export type RowKind = (typeof rowKinds)[number]

/** A message that the server has not yet confirmed, encoded once and sent as it is. */
export interface OutboxRow {
  /** Of the store it lies in; numbers are never used twice in one epoch. */
  readonly epoch: string
  readonly sequence: number
  readonly kind: RowKind
  readonly at: EpochMs
  readonly body: Uint8Array
}

/** Makes the message once its number is known. */
export type Encode = (epoch: string, sequence: number) => Uint8Array

/** Both ends included. */
export type SequenceRange = readonly [number, number]

const EPOCH_LETTERS = '0123456789abcdefghijklmnopqrstuvwxyz'
const EPOCH_LENGTH = 8

export function newEpoch(): string {
  return Array.from({ length: EPOCH_LENGTH }, () => EPOCH_LETTERS[randomInt(EPOCH_LETTERS.length)]).join('')
}

export function rowKey(row: Pick<OutboxRow, 'epoch' | 'sequence'>): string {
  return `${row.epoch}:${row.sequence}`
}
