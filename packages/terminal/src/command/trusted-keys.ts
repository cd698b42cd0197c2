import type { KeyObject } from 'node:crypto'
import { readMessage } from '@coldkeep/contract/mqtt/envelope'
import { type Handover, handover, keyChain } from '@coldkeep/contract/mqtt/handover'
import { openSigned, readTrustedKeys, type SignedMessage } from '@coldkeep/contract/mqtt/signed'
import type { TrustedKey } from '@coldkeep/contract/mqtt/trusted-key'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import type { FieldStore } from './field-store'

export interface TrustParts {
  /** Known since the box was claimed. */
  readonly claimed: readonly TrustedKey[]
  readonly store: FieldStore
  /** Null where it is not known. */
  readonly now: () => EpochMs | null
  readonly log: Logger
}

/**
 * The keys whose commands are carried out. A trusted key may hand over to others; from then on only these are
 * trusted, so that a key that was given up opens nothing. Only a new claim starts afresh.
 */
export class TrustedKeys {
  readonly #parts: TrustParts
  #keys: readonly TrustedKey[]
  #byName: ReadonlyMap<string, KeyObject>
  #handedOverAt: number
  #turn: Promise<unknown> = Promise.resolve()

  constructor(parts: TrustParts) {
    this.#parts = parts
    const { learned } = parts.store
    // what was learned before the box was claimed again belongs to other keys
    const isUnchanged = learned !== null && signOf(learned.claimed) === signOf(parts.claimed)
    this.#keys = isUnchanged ? learned.keys : parts.claimed
    this.#handedOverAt = isUnchanged ? learned.at : 0
    this.#byName = readTrustedKeys(this.#keys)
  }

  get names(): readonly string[] {
    return [...this.#byName.keys()]
  }

  get byName(): ReadonlyMap<string, KeyObject> {
    return this.#byName
  }

  /**
   * A message of `dn/key`. Never rejects. What is signed by a key that is not trusted, or not any more, is passed over:
   * that is most of a chain for a terminal that has missed nothing.
   * @returns true when other keys are trusted now
   */
  receive(bytes: Uint8Array): Promise<boolean> {
    // one after the other: a chain is judged by the keys that the one before it has left
    const turn = this.#turn.then(() => this.#take(bytes))
    this.#turn = turn
    return turn
  }

  async #take(bytes: Uint8Array): Promise<boolean> {
    const { log } = this.#parts
    const message = readMessage(keyChain, bytes)
    if (!message.ok) {
      log.warn({ code: message.problem }, 'keys dropped')
      return false
    }
    const before = signOf(this.#keys)
    try {
      for (const link of message.value.chain) await this.#follow(link)
    } catch (error) {
      log.error({ code: 'E_DISK', err: error }, 'keys cannot be noted')
    }
    const isChanged = signOf(this.#keys) !== before
    if (isChanged) log.info({ keys: this.names }, 'other keys are trusted')
    return isChanged
  }

  async #follow(link: SignedMessage): Promise<void> {
    const handover = this.#open(link)
    if (handover === null) return
    const { iat: at, keys } = handover
    const { claimed, store } = this.#parts
    if (signOf(keys) === signOf(this.#keys)) return
    await store.learn({ claimed: [...claimed], at, keys })
    this.#keys = keys
    this.#byName = readTrustedKeys(keys)
    this.#handedOverAt = at
  }

  #open(link: SignedMessage): Handover | null {
    const { log } = this.#parts
    const content = openSigned(link, this.#byName)
    if (!content.ok) return null
    const read = z.safeParse(handover, content.value)
    if (!read.success) return null
    const { iat, exp } = read.data
    const now = this.#parts.now()
    if (now === null || now >= exp) {
      log.warn({ code: now === null ? 'E_TIME' : 'E_EXPIRED', key: link.k }, 'handover of a key not taken')
      return null
    }
    return iat > this.#handedOverAt ? read.data : null
  }
}

function signOf(keys: readonly TrustedKey[]): string {
  return JSON.stringify(keys.map(({ k, x }) => [k, x]))
}
