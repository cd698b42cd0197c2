import { setTimeout as delay } from 'node:timers/promises'
import { connect } from '@coldkeep/server/db/connect'
import { limitFileSize } from '@coldkeep/terminal/testing/file-size-limit'
import { type Box, drained, polled, startBox } from './box'
import { CleanUps } from './clean-ups'
import { FastTime } from './fast-time'
import { type Extent, fastPace, luckFrom, type Means, type Tally, until } from './fault'
import { insertBoxes, type PlacedBox } from './fleet'
import { type RunningProgram, startProgram } from './programs'
import type { ServerOrder } from './server-program'
import { storedOf } from './site'

const LONGEST_WAY_MS = 200

/** Boxes in this process, and a server on a real folder that dies and is started again. */
interface Scene {
  readonly boxes: readonly Box[]
  readonly luck: () => number
  server: RunningProgram
  restart(): Promise<void>
}

/** Killed at any moment: in the middle of a commit, of an acknowledgement, of its own recovery. */
export function serverKilled(extent: Extent, { folder }: Means): Promise<Tally[]> {
  return withServer(extent, { folder }, (scene) => killed(scene, extent.times))
}

export async function serverKilledOnPostgresql(extent: Extent, { databaseUrl }: Means): Promise<Tally[]> {
  if (databaseUrl === null) throw new Error('there is no PostgreSQL')
  return withServer(extent, { databaseUrl }, (scene) => killed(scene, extent.times))
}

async function killed(scene: Scene, times: number): Promise<void> {
  for (let time = 0; time < times; time++) {
    await work(scene)
    scene.server.child.kill('SIGKILL')
    await scene.server.ended
    await scene.restart()
  }
}

/** No file of the server may grow: it ends at its next commit, and is started again once there is room. */
export function serverDiskFull(extent: Extent, { folder }: Means): Promise<Tally[]> {
  return withServer(extent, { folder }, async (scene) => {
    for (let time = 0; time < extent.times; time++) {
      await work(scene)
      limitFileSize(1, scene.server.child.pid)
      await scene.server.ended
      await scene.restart()
    }
  })
}

async function work({ boxes, luck }: Scene): Promise<void> {
  await until(() => boxes.every((box) => box.terminal.isConnected), 'boxes connected')
  await polled(boxes, 2)
  // anywhere on the way from the box to the disk and back
  await delay(LONGEST_WAY_MS * luck())
}

async function withServer(
  { boxes: count, periodSeconds }: Extent,
  place: ServerOrder['database'],
  strike: (scene: Scene) => Promise<void>,
): Promise<Tally[]> {
  await using cleanUps = new CleanUps()
  const made = await connect(place)
  const placed = await insertBoxes(made.kysely, count)
  await made.close()

  const pace = fastPace()
  const start = (port: number) =>
    startProgram('server-program', { database: place, port, pace } satisfies ServerOrder)
  const server = await start(0)
  const port = Number(server.firstLine)
  const boxes = await Promise.all(
    placed.map((box) => startBox(box, { brokerPort: port, periodSeconds, time: new FastTime(pace) })),
  )
  const scene: Scene = {
    boxes,
    luck: luckFrom(20_261_121),
    server,
    async restart() {
      scene.server = await start(port)
    },
  }
  cleanUps.add(() => void scene.server.child.kill('SIGKILL'))
  for (const box of boxes) cleanUps.use(box)

  await strike(scene)
  await drained(boxes, new FastTime(pace))
  scene.server.child.kill('SIGKILL')
  await scene.server.ended
  const database = await connect(place)
  try {
    return await Promise.all(
      boxes.map(async ({ controller }, index) => ({
        made: controller.answered,
        ...(await storedOf(database, (placed[index] as PlacedBox).terminalId)),
      })),
    )
  } finally {
    await database.close()
  }
}
