import { encodeKeyEvent, encodePointerEvent, pointerButton } from '@coldkeep/rfb/client-messages'
import { encoding } from '@coldkeep/rfb/encoding'
import { typeText } from '@coldkeep/rfb/keysyms'
import { describe, test } from 'vitest'
import { announce, whyNotRun } from './peer'
import {
  type OfferedScreen,
  Programs,
  showText,
  startTigerVnc,
  startX11vnc,
  VncClient,
  xdotool,
} from './vnc-peer'

const PASSWORD = 'ice-cold'
const looking = ['xterm', 'xdotool', 'xev']

interface VncPeer {
  readonly name: string
  /** Why it cannot run here. */
  readonly reason: string | null
  start(programs: Programs, password: string): Promise<OfferedScreen>
}

const x11vnc: VncPeer = {
  name: 'x11vnc',
  reason: whyNotRun('x11vnc', ['Xvfb', 'x11vnc', ...looking]),
  start: startX11vnc,
}
const tigerVnc: VncPeer = {
  name: 'TigerVNC',
  reason: whyNotRun('TigerVNC', ['Xtigervnc', 'tigervncpasswd', 'xrandr', ...looking]),
  start: startTigerVnc,
}

describe('screens that others offer', () => {
  for (const { name, reason, start } of [x11vnc, tigerVnc]) {
    if (reason !== null) {
      test(name, ({ skip }) => skip(reason))
      continue
    }

    test(`${name}: a frame by ZRLE is the frame in raw pixels`, async ({ expect }) => {
      await using programs = new Programs()
      const { display, port } = await start(programs, PASSWORD)
      await showText(programs, display)
      await using client = await VncClient.connect(port, PASSWORD)
      const { framebuffer } = client
      expect([framebuffer.width, framebuffer.height]).toEqual([640, 480])
      const rawBytes = framebuffer.bytes.length

      // a server may still be taking over what is on its screen; then both are the same
      let packedBytes = rawBytes
      let packed: Buffer = Buffer.alloc(0)
      const isSame = async () => {
        packed = await client.readFrame([encoding.zrle, encoding.copyRect])
        packedBytes = client.receivedBytes
        framebuffer.words.fill(0)
        return (await client.readFrame([encoding.raw])).equals(packed)
      }
      await expect.poll(isSame).toBe(true)
      expect(client.receivedBytes).toBeGreaterThan(rawBytes)
      expect(packedBytes).toBeLessThan(rawBytes / 4)
      const colours = new Set(new Uint32Array(packed.buffer, packed.byteOffset, packed.length / 4))
      expect(colours.size).toBeGreaterThan(1)
      // another frame of the same zlib stream
      expect((await client.readFrame([encoding.zrle])).equals(packed)).toBe(true)
      announce(`peer ${name}: ${packedBytes} bytes of ZRLE are ${rawBytes} bytes of pixels`)
    })

    test(`${name}: clicks and keys arrive`, async ({ expect }) => {
      await using programs = new Programs()
      const { display, port } = await start(programs, PASSWORD)
      await using client = await VncClient.connect(port, PASSWORD)
      client.send(encodePointerEvent(0, 200, 150))
      await expect.poll(() => xdotool(display, 'getmouselocation')).toMatch(/^x:200 y:150 /)
      const seen: string[] = []
      const window = ['-geometry', '200x100+150+100', '-event', 'button', '-event', 'keyboard']
      const following = (async () => {
        for await (const line of programs.follow('xev', window, display)) seen.push(line)
      })()
      await xdotool(display, 'search', '--sync', '--onlyvisible', '--name', 'Event Tester')
      client.send(encodePointerEvent(pointerButton.left, 210, 155))
      client.send(encodePointerEvent(0, 210, 155))
      await expect.poll(() => seen.join('\n')).toMatch(/ButtonPress[\s\S]*root:\(210,155\)[\s\S]*button 1,/)
      const type = (text: string) => {
        for (const { keysym, isDown } of typeText(text)) client.send(encodeKeyEvent(keysym, isDown))
      }
      const keys = () =>
        [...seen.join('\n').matchAll(/KeyPress[\s\S]*?keysym 0x\w+, (\w+)/g)].map(([, key]) => key)
      type('kA\n')
      await expect.poll(keys).toEqual(expect.arrayContaining(['k', 'A', 'Return']))
      // not on the keyboard of the screen: it is added to it, which a program may notice only after the first time
      const typeAccent = () => {
        type('É')
        return keys()
      }
      await expect.poll(typeAccent, { interval: 500 }).toContain('Eacute')
      announce(`peer ${name}: a click and the keys ${[...new Set(keys())].join(', ')}`)
      await programs[Symbol.asyncDispose]()
      await following
    })

    test(`${name}: a wrong password is refused`, async ({ expect }) => {
      await using programs = new Programs()
      const { port } = await start(programs, PASSWORD)
      await using _ = await VncClient.connect(port, PASSWORD)
      await expect(VncClient.connect(port, 'lukewarm')).rejects.toMatchObject({ code: 'authentication' })
    })
  }

  if (tigerVnc.reason === null) {
    test('TigerVNC: a screen of another size is followed', async ({ expect }) => {
      await using programs = new Programs()
      const { display, port } = await tigerVnc.start(programs, PASSWORD)
      await using client = await VncClient.connect(port, PASSWORD)
      await client.readFrame([encoding.zrle, encoding.desktopSize])
      await programs.run('xrandr', ['-s', '800x600'], display)
      await client.readResize(800)
      expect([client.framebuffer.width, client.framebuffer.height]).toEqual([800, 600])
      const packed = await client.readFrame([encoding.zrle])
      expect((await client.readFrame([encoding.raw])).equals(packed)).toBe(true)
    })
  }
})
