import { execFileSync } from 'node:child_process'
import { constants, mkdtempSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { VncScreen } from '@coldkeep/rfb/testing/vnc-screen'
import { ScreenSite } from '../faults/screens/screen-site'
import type { Report } from './report'

/** Pause, as Linux counts keys. */
const CODE = 119
const TRIES = 15

/**
 * From the stop key of a store to the moment in which its screen has no client any more, so that nothing of a session reaches
 * it: with a line through which nothing comes, and beside it with one that is in order.
 */
export async function run(report: Report): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'coldkeep-stop-'))
  const device = join(folder, 'event0')
  execFileSync('mkfifo', [device])
  const screen = await VncScreen.open({ width: 640, height: 480 })
  const site = await ScreenSite.open({
    port: screen.port,
    consent: 'always',
    stopKey: { device, code: CODE },
  })
  const event = Buffer.alloc(24)
  event.writeUInt16LE(1, 16)
  event.writeUInt16LE(CODE, 18)
  event.writeInt32LE(1, 20)
  const until = async (isSo: () => boolean | Promise<boolean>, everyMs: number) => {
    while (!(await isSo())) await delay(everyMs)
  }
  const stop = async (isSilent: boolean) => {
    const uid = await site.connected()
    await until(() => screen.clients === 1, 5)
    site.silence(isSilent)
    const pipe = await openForWriting(device)
    const startedMs = performance.now()
    await pipe.write(event)
    await until(() => screen.clients === 0, 1)
    const tookMs = performance.now() - startedMs
    await pipe.close()
    site.silence(false)
    await until(async () => (await site.call('GET', `status?uid=${uid}`)).body.status_code === 104, 50)
    await site.isFree()
    return tookMs
  }
  try {
    const [cut, whole]: [number[], number[]] = [[], []]
    for (let turn = 0; turn < TRIES; turn++) {
      cut.push(await stop(true))
      whole.push(await stop(false))
    }
    report.add('stop key to a screen without a client, line cut', 'ms', 'lower', cut)
    report.add('stop key to a screen without a client, line in order', 'ms', 'lower', whole)
  } finally {
    await site[Symbol.asyncDispose]()
    await screen.close()
    rmSync(folder, { recursive: true })
  }
}

/** The terminal looks for a device that went away after some seconds; until then no one reads it. */
async function openForWriting(device: string) {
  for (;;) {
    try {
      return await open(device, constants.O_WRONLY | constants.O_NONBLOCK)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENXIO') throw error
      await delay(5)
    }
  }
}
