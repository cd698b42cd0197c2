import { join } from 'node:path'
import type { CameraMask, CameraSettings } from '@coldkeep/contract/mqtt/camera-settings'
import { afterEach, expect, test } from 'vitest'
import { openBuses } from '../bus/open-buses'
import { readSetup, type Setup } from '../settings/read-setup'
import { BoxFolder } from '../testing/box-folder'
import { Hub, SECRET } from '../testing/hub'
import { jpegOf } from '../testing/jpeg'
import { readableLog } from '../testing/log-lines'
import { type Behaviour, OddSlave } from '../testing/odd-slave'
import { airCommand, modbusTcp, settingsWith } from '../testing/settings'
import { WebCamera } from '../testing/web-camera'
import { checkSetup, type Finding } from './check-setup'

const cleanUps: (() => unknown)[] = []

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

test('a box on which all is right has only good findings: disk, each device, each broker', async () => {
  const { setup, findings } = await box(answerAir)
  const found = await findings(setup)
  expect(found.map(({ isWell }) => isWell)).toEqual([true, true, true])
  expect(found[0]?.text).toMatch(/^disk: .* MiB free$/)
  expect(found[1]?.text).toMatch(/^port .*answered in \d+ ms$/)
  expect(found[2]?.text).toBe(`link: signed in at ${setup.settings.brokerUrls[0]}`)
})

test('a device that says nothing is named, and the others are tried all the same', async () => {
  const { setup, findings } = await box(() => {})
  const found = await findings(setup)
  expect(found.map(({ isWell }) => isWell)).toEqual([true, false, true])
  expect(found[1]?.text).toContain('E_TIMEOUT: no answer')
})

test('a port that cannot be opened is no silent device', async () => {
  const { setup, slave, findings } = await box(answerAir)
  await slave[Symbol.asyncDispose]()
  expect((await findings(setup))[1]?.text).toContain('E_PORT')
})

test('a wrong secret is found at the broker', async () => {
  const { setup, findings } = await box(answerAir)
  const found = await findings({ ...setup, secret: 'another' })
  expect(found[2]).toMatchObject({ isWell: false })
  expect(found[2]?.text).toMatch(/^link: mqtt:.*Not authorized|Bad User/i)
})

test('a folder that takes no file is found', async () => {
  const { setup, folder, findings } = await box(answerAir)
  const file = folder.put('file', 'a file is no folder')
  const found = await findings({ ...setup, dataFolder: join(file, 'below') })
  expect(found[0]).toMatchObject({ isWell: false })
  expect(found[0]?.text).toContain('cannot be written')
})

test('each camera gives a picture, or is named with what is wrong', async () => {
  const { setup, findings } = await box(answerAir)
  const camera = await WebCamera.open()
  cleanUps.push(() => camera[Symbol.asyncDispose]())
  camera.gives(await jpegOf(64, 48, () => [10, 20, 30]))
  const web = { id: 'sales', name: 'Sales floor', source: 'snapshot', address: camera.address } as const
  const mask: CameraMask = [
    [0, 0],
    [1, 0],
    [0, 1],
  ]
  const cameras: CameraSettings[] = [
    { ...web, masks: [mask] },
    { ...web, id: 'dock', source: 'mjpeg', masks: [] },
  ]
  const found = await findings({ ...setup, settings: { ...setup.settings, cameras } })
  expect(found.map(({ isWell }) => isWell)).toEqual([true, true, true, false, true])
  expect(found[2]?.text).toMatch(/^camera sales Sales floor: 64 × 48 with 1 mask in \d+ ms$/)
  expect(found[3]?.text).toBe('camera dock Sales floor: E_NO_JPEG: it gives no stream of pictures')
})

async function box(behaviour: Behaviour) {
  const hub = await Hub.start()
  cleanUps.push(() => hub[Symbol.asyncDispose]())
  const slave = await OddSlave.start(behaviour)
  cleanUps.push(() => slave[Symbol.asyncDispose]())
  const folder = new BoxFolder()
  cleanUps.push(() => folder[Symbol.dispose]())
  const commands = [airCommand()]
  const settings = settingsWith(commands, { brokerUrls: [hub.url], ports: [modbusTcp(slave.port)] })
  const path = folder.write(settings, SECRET)
  const setup = await readSetup({ settingsPath: path, dataFolder: null, isInsecureAllowed: false })
  if (!setup.ok) throw new Error(setup.problem.why)
  const { log } = readableLog()
  const findings = async (of: Setup): Promise<Finding[]> => {
    const found: Finding[] = []
    for await (const finding of checkSetup(of, (parts) => openBuses(parts, log))) found.push(finding)
    return found
  }
  return { setup: setup.value, slave, folder, findings }
}

/** 3.4 °C over Modbus TCP. */
function answerAir(request: Uint8Array, socket: { write(bytes: Uint8Array): unknown }): void {
  socket.write(Uint8Array.of(request[0]!, request[1]!, 0, 0, 0, 5, 5, 3, 2, 0, 0x22))
}
