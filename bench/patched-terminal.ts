import { fieldCommand } from '@coldkeep/contract/mqtt/command'
import { commandArguments } from '@coldkeep/contract/mqtt/command-arguments'
import { unpackMessage } from '@coldkeep/contract/mqtt/envelope'
import { openSigned, readTrustedKeys, signedMessage } from '@coldkeep/contract/mqtt/signed'
import { downTopic } from '@coldkeep/contract/mqtt/topics'
import type { TrustedKey } from '@coldkeep/contract/mqtt/trusted-key'
import { connectTerminal, EPOCH, type TestTerminal } from '@coldkeep/server/testing/ingest-rig'
import { basic } from '@coldkeep/server/testing/test-server'
import { isAnnounced, readBundle } from '@coldkeep/terminal/bundle/read-bundle'
import * as z from 'zod/mini'
import { SECRET, terminalOf } from './polled-fleet'

/** Where the current server is. */
export interface ServerPlace {
  readonly mqttPort: number
  readonly keys: readonly TrustedKey[]
  address(): string
}

/** A terminal that takes configurations as the program does, without a disk: signature, hash, rules, then its results. */
export class PatchedTerminal {
  /** Of the configuration that it runs. */
  revision = 1
  readonly #store: number
  readonly #place: ServerPlace
  readonly #seen = new Set<string>()
  #terminal: TestTerminal | null = null
  #sequence = 0

  constructor(store: number, place: ServerPlace) {
    this.#store = store
    this.#place = place
  }

  /** Connects, and reports what it runs. */
  async connect(): Promise<void> {
    const { mqttPort, keys } = this.#place
    const id = terminalOf(this.#store)
    const terminal = await connectTerminal(mqttPort, id, {}, SECRET)
    this.#terminal = terminal
    const trusted = readTrustedKeys(keys)
    terminal.client.on('message', (topic, payload) => {
      if (topic !== downTopic(id, 'cmd')) return
      const unpacked = unpackMessage(payload)
      const signed = openSigned(z.parse(signedMessage, unpacked.ok ? unpacked.value : null), trusted)
      if (!signed.ok) throw new Error(signed.problem)
      const command = z.parse(fieldCommand, signed.value)
      if (command.op === 'cfg.apply') void this.#apply(command.id, command.arg).catch(() => {})
    })
    const q = { n: 0, old: null }
    const state = { v: 1, on: 1, cn: '9f3c', at: Date.now(), prog: '1', cfg: this.revision, q, up: 1 }
    await terminal.say('st', state)
  }

  async end(): Promise<void> {
    await this.#terminal?.client.endAsync(true)
    this.#terminal = null
  }

  /** A command that arrives again after its end is answered again and not carried out again. */
  async #apply(id: string, arg: unknown): Promise<void> {
    const { rev, url, ...announced } = z.parse(commandArguments['cfg.apply'], arg)
    if (!this.#seen.has(id)) {
      const terminalId = terminalOf(this.#store)
      const answer = await fetch(`${this.#place.address()}${url}`, { headers: basic(terminalId, SECRET) })
      if (!answer.ok) throw new Error(`${url}: ${answer.status}`)
      const text = isAnnounced(new Uint8Array(await answer.arrayBuffer()), announced)
      await this.#report(id, 'progress', { step: 'fetched', rev: this.revision })
      if (!text.ok) throw new Error(text.problem.text)
      const read = readBundle(text.value, { terminalId, revision: rev })
      if (!read.ok) throw new Error(read.problem.text)
      await this.#report(id, 'progress', { step: 'checked', rev: this.revision })
      this.#seen.add(id)
      this.revision = Math.max(this.revision, rev)
    }
    await this.#report(id, 'done', { rev: this.revision })
  }

  async #report(id: string, st: string, out: object): Promise<void> {
    this.#sequence += 1
    await this.#terminal?.say('res', { v: 1, e: EPOCH, s: this.#sequence, id, st, at: Date.now(), out })
  }
}
