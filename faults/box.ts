import { join } from 'node:path'
import type { Clock } from '@coldkeep/domain/time/instant'
import { readSetup } from '@coldkeep/terminal/settings/read-setup'
import { type LiveTerminal, startTerminal } from '@coldkeep/terminal/terminal'
import { BoxFolder } from '@coldkeep/terminal/testing/box-folder'
import type { Timekeeper } from '@coldkeep/terminal/time/timekeeper'
import { pino } from 'pino'
import { Controller } from './controller'
import { until } from './fault'
import { type PlacedBox, READINGS_PER_POLL, settingsOf } from './fleet'

const LONGEST_DRAIN_MS = 180_000

/** A box in this process: the real terminal, polling a controller of its own. */
export interface Box extends AsyncDisposable {
  readonly controller: Controller
  readonly terminal: LiveTerminal
}

export interface BoxPlace {
  readonly brokerPort: number
  readonly periodSeconds: number
  readonly time: Timekeeper
}

export async function startBox(placed: PlacedBox, place: BoxPlace): Promise<Box> {
  const folder = await boxFolder(placed, place)
  const setup = await readSetup({
    settingsPath: folder.settingsPath,
    dataFolder: null,
    isInsecureAllowed: false,
  })
  if (!setup.ok) throw new Error(setup.problem.why)
  const terminal = await startTerminal({
    setup: setup.value,
    time: place.time,
    log: pino({ level: 'silent' }),
    random: () => 0.1,
  })
  return {
    controller: folder.controller,
    terminal,
    async [Symbol.asyncDispose]() {
      await terminal.stop()
      await folder[Symbol.asyncDispose]()
    },
  }
}

/** Settings and credential of a box, and its controller: all but the box. */
export async function boxFolder(placed: PlacedBox, place: Omit<BoxPlace, 'time'>) {
  const controller = await Controller.start()
  const folder = new BoxFolder()
  const settings = settingsOf(placed, {
    brokerUrl: `mqtt://127.0.0.1:${place.brokerPort}`,
    busPort: controller.port,
    periodSeconds: place.periodSeconds,
  })
  return {
    controller,
    settingsPath: folder.write(settings, placed.secret),
    dataFolder: join(folder.path, 'terminal-data'),
    async [Symbol.asyncDispose]() {
      await controller[Symbol.asyncDispose]()
      folder[Symbol.dispose]()
    },
  }
}

/** Ends when each has answered so many times more. */
export async function polled(boxes: readonly Pick<Box, 'controller'>[], times: number): Promise<void> {
  const goals = boxes.map(({ controller }) => controller.answered.size + times * READINGS_PER_POLL)
  await until(
    () => boxes.every(({ controller }, index) => controller.answered.size >= (goals[index] ?? 0)),
    'boxes polled',
  )
}

/** Nothing more is measured, and what was is confirmed. */
export async function drained(boxes: readonly Box[], clock: Clock): Promise<void> {
  for (const { controller } of boxes) controller.hush()
  const hushedAt = clock.now()
  // a box that asks again has kept earlier answers
  await until(() => boxes.every(({ controller }) => controller.refused > 1), 'boxes asked in vain')
  await until(() => boxes.every(isDrained), 'boxes drained', LONGEST_DRAIN_MS)

  /** What waits is of after the hush, and not of a clock that went ahead. */
  function isDrained({ terminal }: Box): boolean {
    const { oldestAt } = terminal.waiting
    return oldestAt === null || (oldestAt > hushedAt && oldestAt <= clock.now())
  }
}
