import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { whyNotRun } from '@coldkeep/terminal/peers/peer'
import { Programs, startX11vnc } from '@coldkeep/terminal/peers/vnc-peer'
import { ScreenSite } from '../faults/screens/screen-site'
import type { Report } from './report'

const PASSWORD = 'ice-cold'
const SESSIONS = 3
const LOOKED_FOR_MS = 20_000
const SHOWN = {
  'ten new lines of text each second':
    'while :; do clear; head -c 600 /dev/urandom | base64 -w 80; sleep 1; done',
  'text that scrolls without a pause': 'while :; do ps -ef; done',
}

/**
 * Sessions on the screen that x11vnc offers, through the real terminal and the real server: time to the first picture, what
 * the line of the store carries in a second, and the processor time of server and terminal together, which are one process
 * here. Nothing of it runs without x11vnc.
 */
export async function run(report: Report): Promise<void> {
  const reason = whyNotRun('x11vnc', ['Xvfb', 'x11vnc', 'xterm'])
  if (reason !== null) {
    console.log(reason)
    return
  }
  for (const [name, script] of Object.entries(SHOWN)) {
    await using programs = new Programs()
    const { display, port } = await startX11vnc(programs, PASSWORD)
    await programs.run('xterm', ['-geometry', '100x34+0+0', '-e', '/bin/sh', '-c', script], display)
    const passwordFile = join(await programs.folder(), 'vnc-password')
    await writeFile(passwordFile, PASSWORD, { mode: 0o600 })
    await using site = await ScreenSite.open({ port, consent: 'always', passwordFile })
    const [first, bytes, processor]: [number[], number[], number[]] = [[], [], []]
    for (let session = 0; session < SESSIONS; session++) {
      const beganMs = performance.now()
      const { body } = await site.connect()
      await site.fetch(body.img_url)
      first.push((performance.now() - beganMs) / 1000)
      const [sentBefore, usedBefore] = [site.sentBytes, process.cpuUsage()]
      await delay(LOOKED_FOR_MS)
      bytes.push((site.sentBytes - sentBefore) / (LOOKED_FOR_MS / 1000) / 1000)
      const { user, system } = process.cpuUsage(usedBefore)
      processor.push(((user + system) / 1000 / LOOKED_FOR_MS) * 100)
      await site.ended(body.uid)
    }
    report.add(`first picture, ${name}`, 's', 'lower', first)
    report.add(`from the store, ${name}`, 'kB/s', 'lower', bytes)
    report.add(`server and terminal, ${name}`, '% of a core', 'lower', processor)
  }
}
