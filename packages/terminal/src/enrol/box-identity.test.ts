import { createHmac } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { boxIdentity } from './box-identity'

const roots: string[] = []
afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true })
})

function identityWith(files: Readonly<Record<string, string>>) {
  const root = mkdtempSync(join(tmpdir(), 'coldkeep-machine-'))
  roots.push(root)
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), content)
  }
  return boxIdentity(root)
}

const DMI = 'sys/class/dmi/id'
const MACHINE = 'c1f5a3f9d2c84b7e9a0b6d5e4f3a2b1c'

test('a box with DMI reports the number and the model of its maker', () => {
  const { serial, hardware } = identityWith({
    [`${DMI}/product_serial`]: 'KL-20260117-003\n',
    [`${DMI}/product_name`]: 'UP-Squared\n',
    'etc/machine-id': `${MACHINE}\n`,
  })
  expect(serial).toBe('KL-20260117-003')
  expect(hardware).toMatch(/^UP-Squared linux /)
})

test('a board with a device tree reports its own', () => {
  const files = {
    'proc/device-tree/serial-number': '10000000a1b2c3d4\0',
    'proc/device-tree/model': 'Pi 5\0',
  }
  const { serial, hardware } = identityWith(files)
  expect([serial, hardware.split(' linux')[0]]).toEqual(['10000000a1b2c3d4', 'Pi 5'])
})

test.each(['To Be Filled By O.E.M.', 'Default string', '0', 'Not Specified', ''])(
  'a number that the maker left as %j gives way to one made from the machine id, which does not tell it',
  (unfilled) => {
    const { serial } = identityWith({ [`${DMI}/product_serial`]: unfilled, 'etc/machine-id': MACHINE })
    const made = createHmac('sha256', MACHINE).update('coldkeep terminal').digest('hex')
    expect(serial).toBe(`machine-${made.slice(0, 16)}`)
    expect(serial).not.toContain(MACHINE.slice(0, 8))
  },
)

test('a machine that knows nothing of itself says so', () => {
  expect(identityWith({}).serial).toBe('unknown')
})
