import { readTrustedKeys } from '@coldkeep/contract/mqtt/signed'
import { epochMs, minutes } from '@coldkeep/domain/time/instant'
import fc from 'fast-check'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { BoxFolder } from '../testing/box-folder'
import { CUT_OUT_WRITE } from '../testing/cut-out-write'
import { TERMINAL } from '../testing/hub'
import { ManualTime } from '../testing/manual-time'
import { commandBytes, commandId, newSigner } from '../testing/signer'
import { CommandRunner, type Operations } from './command-runner'
import { FieldStore } from './field-store'

const START = Date.parse('2026-11-20T12:00:00Z')
/** Few, so that much is forgotten. */
const REMEMBERED = 4
const COMMANDS = 12
const LIFE_MS = minutes(3)
const RUNS = 60
const log = pino({ level: 'silent' })
const signer = newSigner()
const ARG = { ...CUT_OUT_WRITE, retries: 0, timeoutMs: 100 }
/** The commands of a server, one a minute, each good for three. */
const bytesOf = Array.from({ length: COMMANDS }, (_, index) => {
  const iat = START + minutes(index)
  return commandBytes(signer, index, { op: 'write', arg: ARG, iat, exp: iat + LIFE_MS })
})

type Step =
  | { readonly kind: 'say'; readonly indices: readonly number[] }
  | { readonly kind: 'wait' }
  | { readonly kind: 'restart' }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    // at once, in this order
    arbitrary: fc
      .array(fc.nat({ max: COMMANDS - 1 }), { minLength: 1, maxLength: 5 })
      .map((indices) => ({ kind: 'say' as const, indices })),
  },
  { weight: 3, arbitrary: fc.constant({ kind: 'wait' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'restart' as const }) },
)

test('commands in any order, lost or twice: each at most once, and each that comes in time exactly once', async () => {
  let [done, forgotten] = [0, 0]
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      using folder = new BoxFolder()
      const time = new ManualTime(START)
      const written = new Map<string, number>()
      const first = new Map<string, string>()
      let box = await started(folder, time, written, first)
      const expected = new Set<number>()
      const came = new Set<number>()
      for (const { kind, ...more } of steps) {
        if (kind === 'wait') await time.pass(minutes(1))
        if (kind === 'restart') {
          await box.store.close()
          box = await started(folder, time, written, first)
        }
        const { indices = [] } = more as { readonly indices?: readonly number[] }
        for (const index of indices) {
          const isInTime = time.now() < START + minutes(index) + LIFE_MS
          const higher = [...came].filter((other) => other > index).length
          // so many higher ones may have pushed it out; with fewer it is fresh
          if (!came.has(index) && isInTime && higher < REMEMBERED) expected.add(index)
          came.add(index)
        }
        await Promise.all(indices.map((index) => box.runner.receive(bytesOf[index]!)))
      }
      await box.store.close()
      for (const count of written.values()) expect(count).toBe(1)
      for (const index of expected) expect([index, written.get(commandId(index))]).toEqual([index, 1])
      for (const [id, code] of first) if (code === 'E_EXPIRED') expect(written.get(id)).toBeUndefined()
      done += written.size
      forgotten += [...first.values()].filter((code) => code === 'E_BEFORE').length
    }),
    { numRuns: RUNS },
  )
  // the runs were worth it
  expect(done).toBeGreaterThan(RUNS)
  expect(forgotten).toBeGreaterThan(0)
}, 120_000)

/** A terminal on its disk as it is. `first` has the code of the first end that was told of each command. */
async function started(
  folder: BoxFolder,
  time: ManualTime,
  written: Map<string, number>,
  first: Map<string, string>,
) {
  const store = await FieldStore.open(`${folder.path}/field.mdb`, REMEMBERED)
  await store.recordOpened(epochMs(START))
  const refuse = async () => ({ st: 'refused' as const })
  const operations: Operations = {
    'cfg.apply': refuse,
    'run.once': refuse,
    'log.fetch': refuse,
    'cred.rotate': refuse,
    restart: refuse,
    'fw.install': refuse,
    'screen.open': refuse,
    'camera.snapshot': refuse,
    async write(_, __, { id }) {
      written.set(id, (written.get(id) ?? 0) + 1)
      return { st: 'done' }
    },
  }
  const runner = new CommandRunner({
    terminalId: TERMINAL,
    trusted: { byName: readTrustedKeys([signer.trusted]) },
    store,
    operations,
    resume: () => null,
    time,
    trustedTime: { now: () => time.now(), known: async () => time.now() },
    log,
    async report(id, { st, err }) {
      if (st !== 'accepted' && !first.has(id)) first.set(id, err?.code ?? st)
    },
    settled: () => {},
  })
  await runner.recover()
  return { store, runner }
}
