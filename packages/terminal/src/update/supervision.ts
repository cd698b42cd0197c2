import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type TrustedKey, trustedKey } from '@coldkeep/contract/mqtt/trusted-key'
import * as z from 'zod/mini'
import { ROOT_FILE } from './unpack-image'
import { type ProgramWord, supervisorWord } from './words'

/** What the program can have of a supervisor that has started it. */
export interface Supervision {
  /** Names who signs releases; null: this package knows nobody, and installs nothing. */
  readonly root: TrustedKey | null
  report(kind: ProgramWord['kind']): void
  /** Called when the supervisor has judged the program that runs. */
  onJudged(listener: () => void): void
  /** Ends the program, so that the supervisor starts another one. */
  endForSwitch(): void
}

/**
 * The supervisor at the other end of the channel with which this process was started. When it goes, the program ends: the
 * next supervisor starts its own, and two on one outbox and one line are one too many.
 * @param end what ends the program in order
 */
export function openSupervision(end: (why: 'update' | 'no supervisor') => void): Supervision | null {
  if (process.send === undefined) return null
  const listeners: (() => void)[] = []
  process.on('message', (message) => {
    if (!z.safeParse(supervisorWord, message).success) return
    for (const listener of listeners) listener()
  })
  process.once('disconnect', () => end('no supervisor'))
  return {
    root: readRoot(),
    report(kind) {
      const word: ProgramWord = { kind }
      // a channel that has just broken is reported by its end
      process.send?.(word, undefined, undefined, () => {})
    },
    onJudged: (listener) => void listeners.push(listener),
    endForSwitch: () => end('update'),
  }
}

function readRoot(): TrustedKey | null {
  try {
    const path = fileURLToPath(new URL(ROOT_FILE, import.meta.url))
    return z.parse(trustedKey, JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return null
  }
}
