import { mkdir, readFile } from 'node:fs/promises'
import { desiredBundle, MAX_BUNDLE_BYTES } from '@coldkeep/contract/mqtt/bundle'
import { REPLACEMENT_PATH, type ReplacementAnswer, replacementAnswer } from '@coldkeep/contract/mqtt/claim'
import { openSigned, readTrustedKeys } from '@coldkeep/contract/mqtt/signed'
import { fail, ok, type Result } from '@coldkeep/domain/result'
import { seconds } from '@coldkeep/domain/time/instant'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import program from '../../package.json' with { type: 'json' }
import { isAnnounced, readBundle, refusalOf } from '../bundle/read-bundle'
import { type FieldStore, openFieldStore } from '../command/field-store'
import type { Setup } from '../settings/read-setup'
import type { Timekeeper } from '../time/timekeeper'
import { draftFile } from './draft-file'
import { postJson } from './post-json'
import { readServerAddress } from './server-address'

const FIRST_PAUSE_MS = seconds(5)
const LONGEST_PAUSE_MS = seconds(300)
/** A line may be slow; quotes in a text take two bytes in JSON. */
const LIMITS = { patienceMs: seconds(60), mostBytes: 3 * MAX_BUNDLE_BYTES }
/** The server's code for a secret that was never awaited, has lapsed or was cancelled. */
const FINAL_CODE = 'credential.refused'
const OPEN_MODE = 0o644

export interface ProofOrder {
  readonly setup: Setup
  readonly settingsPath: string
  readonly time: Timekeeper
  readonly log: Logger
  /** Ends the wait. */
  readonly signal: AbortSignal
}

/** `proved`: the place is this box's; `refused`: it never will be with this secret, in words; `ended`: by the signal. */
export type ProofOutcome =
  | { readonly kind: 'proved' }
  | { readonly kind: 'refused'; readonly why: string }
  | { readonly kind: 'ended' }

/**
 * Takes over from the box that holds the place: fetches the newest configuration, checks and keeps it, and
 * reports that to the server. Tries again with growing pauses for as long as the server may come to take it.
 * Proving twice changes nothing.
 */
export async function proveReplacement(order: ProofOrder): Promise<ProofOutcome> {
  const { setup, log, signal } = order
  const { serverUrl } = setup.settings
  if (serverUrl === undefined) return { kind: 'refused', why: 'no address of the server is known' }
  const server = readServerAddress(serverUrl, setup.isInsecureAllowed)
  if (!server.ok) return { kind: 'refused', why: server.problem }
  const address = new URL(REPLACEMENT_PATH, server.value)
  await mkdir(setup.dataFolder, { recursive: true, mode: 0o700 }).catch(() => {})
  log.info({ terminalId: setup.settings.terminalId }, 'another box has the place: proving to take it over')
  for (let tries = 0; !signal.aborted; tries++) {
    const outcome = await tryOnce(address, order)
    if (outcome.kind === 'proved') await recordProof(order)
    if (outcome.kind !== 'again') return outcome
    const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** tries)
    log.warn({ why: outcome.why, pauseMs }, 'not proved yet; the box that has the place goes on')
    await pause(order, pauseMs)
  }
  return { kind: 'ended' }
}

type Try = ProofOutcome | { readonly kind: 'again'; readonly why: string }

/** Proves with what is kept; where that is not the newest, keeps that and proves again. */
async function tryOnce(address: URL, { setup, time, log }: ProofOrder): Promise<Try> {
  const store = await openFieldStore(setup.dataFolder, time, log)
  if (store === null) return { kind: 'again', why: 'the disk takes nothing' }
  try {
    const first = await requestProof(address, setup, store)
    if ('kind' in first) return first
    const kept = first.configuration && (await keepBundle(first.configuration, setup, store, time))
    if (kept === null) return { kind: 'again', why: 'an answer that this program does not understand' }
    if (!kept.ok) return { kind: 'again', why: `the configuration is not taken: ${kept.problem}` }
    log.info({ revision: kept.value }, 'configuration kept')
    const second = await requestProof(address, setup, store)
    return 'kind' in second ? second : { kind: 'again', why: 'another configuration is wanted by now' }
  } finally {
    await store.close()
  }
}

async function requestProof(
  address: URL,
  { settings, secret, ca }: Setup,
  { current }: FieldStore,
): Promise<Try | ReplacementAnswer> {
  const configuration = current && { rev: current.revision, sha256: current.sha256 }
  const body = { tid: settings.terminalId, secret, program: program.version, configuration }
  const answer = await postJson(address, body, ca, LIMITS)
  if (!answer.ok) {
    const { code, why } = answer.problem
    return { kind: code === FINAL_CODE ? 'refused' : 'again', why }
  }
  const read = z.safeParse(replacementAnswer, answer.value)
  if (!read.success) return { kind: 'again', why: 'an answer that this program does not understand' }
  return read.data.is_proved ? { kind: 'proved' } : read.data
}

/**
 * Checks a configuration like one that came over the broker.
 * @returns its revision, or why it is not taken
 */
async function keepBundle(
  { wanted: signed, text }: NonNullable<ReplacementAnswer['configuration']>,
  { settings: { terminalId, commandKeys = [] } }: Setup,
  store: FieldStore,
  time: Timekeeper,
): Promise<Result<number, string>> {
  const opened = openSigned(signed, readTrustedKeys(commandKeys))
  if (!opened.ok) return fail('it is signed with no key of the claim')
  const announcement = z.safeParse(desiredBundle, opened.value)
  if (!announcement.success || announcement.data.tid !== terminalId)
    return fail('it is not for this terminal')
  const { rev: revision, sha256, id: commandId } = announcement.data
  if (revision <= store.givenUp) return fail('this box has put it back before')
  const announced = isAnnounced(Buffer.from(text, 'utf8'), announcement.data)
  if (!announced.ok) return fail(announced.problem.text)
  const read = readBundle(text, { terminalId, revision })
  if (!read.ok) return fail(read.problem.text)
  if (read.value.leftOut.length > 0) return fail(refusalOf(read.value.leftOut).text)
  await store.activate({ revision, sha256, commandId, appliedAt: time.now(), crashes: 0, text })
  return ok(revision)
}

/** A start to come finds that nothing is left to prove. Where the disk does not take it, that start proves it again. */
async function recordProof({ settingsPath, log }: ProofOrder): Promise<void> {
  log.info('proved: this box has the place')
  try {
    const { takesOver: _, ...settings } = JSON.parse(await readFile(settingsPath, 'utf8'))
    const draft = await draftFile(settingsPath, OPEN_MODE)
    try {
      await draft.commit(`${JSON.stringify(settings, null, 2)}\n`)
    } finally {
      await draft.discard()
    }
  } catch (error) {
    log.warn({ err: error }, 'the settings could not be written; the next start proves it again')
  }
}

async function pause({ time, signal }: ProofOrder, lengthMs: number): Promise<void> {
  if (signal.aborted) return
  await new Promise<void>((resolve) => {
    const end = () => {
      cancel()
      signal.removeEventListener('abort', end)
      resolve()
    }
    const cancel = time.after(lengthMs, end)
    signal.addEventListener('abort', end)
  })
}
