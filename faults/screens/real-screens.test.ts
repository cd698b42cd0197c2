import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { announce, whyNotRun } from '@coldkeep/terminal/peers/peer'
import {
  type OfferedScreen,
  Programs,
  startTigerVnc,
  startX11vnc,
  xdotool,
} from '@coldkeep/terminal/peers/vnc-peer'
import { describe, expect, test } from 'vitest'
import { until } from '../fault'
import { ScreenSite } from './screen-site'

const PASSWORD = 'ice-cold'
const looking = ['xterm', 'xdotool']
/** x11vnc has spare keys for 19 characters that the keyboard of the screen lacks; these are 13. */
const TEXT = 'Set to -18 °C! 冷凍ケース。除霜完成，正常。'

interface VncPeer {
  readonly name: string
  /** Why it cannot run here. */
  readonly reason: string | null
  start(programs: Programs, password: string): Promise<OfferedScreen>
}

const peers: readonly VncPeer[] = [
  { name: 'x11vnc', reason: whyNotRun('x11vnc', ['Xvfb', 'x11vnc', ...looking]), start: startX11vnc },
  {
    name: 'TigerVNC',
    reason: whyNotRun('TigerVNC', ['Xtigervnc', 'tigervncpasswd', ...looking]),
    start: startTigerVnc,
  },
]

describe('screens that others offer, from the console to the store', () => {
  for (const { name, reason, start } of peers) {
    if (reason !== null) {
      announce(`${name}: ${reason}`)
      test(name, ({ skip }) => skip(reason))
      continue
    }

    test(`${name}: a click arrives at its place, and English, Japanese and Chinese text as it was typed`, async () => {
      await using programs = new Programs()
      const { display, port } = await start(programs, PASSWORD)
      const typed = join(await programs.folder(), 'typed')
      // what somebody types at the store's own program
      const read = `read -r line; printf %s "$line" > ${typed}`
      const window = ['-u8', '-geometry', '80x20+0+0', '-title', 'till', '-e', '/bin/sh', '-c', read]
      await programs.run('xterm', window, display)
      await xdotool(display, 'search', '--sync', '--onlyvisible', '--name', 'till')

      const passwordFile = join(await programs.folder(), 'vnc-password')
      await writeFile(passwordFile, PASSWORD, { mode: 0o600 })
      await using site = await ScreenSite.open({ port, consent: 'always', passwordFile })
      const uid = await site.connected()
      const { width, height } = (await site.call('GET', `status?uid=${uid}`)).body
      expect([width, height]).toEqual([640, 480])
      // 192, 128 of the picture of 384 × 256 is the middle
      await site.call('POST', 'mouse', {
        body: { uid, x: (192 * width) / 384, y: (128 * height) / 256, click: 1 },
      })
      await until(
        async () => (await xdotool(display, 'getmouselocation')).startsWith('x:320 y:240'),
        'the pointer',
      )
      expect((await site.call('POST', 'key-input', { body: { uid, keyin: `${TEXT}\n` } })).status).toBe(200)
      const written = () => {
        try {
          return readFileSync(typed, 'utf8')
        } catch {
          return ''
        }
      }
      await until(() => written() !== '', 'a line of text')
      expect(written()).toBe(TEXT)
    })
  }
})
