import { expect, test } from 'vitest'
import { blankPort, draftOfPort, lineOfPort, type PortDraft, placeOfPort, portOf } from './port-form'

const serial = {
  id: 'com1',
  kind: 'serial',
  path: '/dev/ttyUSB0',
  baud: 19_200,
  parity: 'even',
  data: 8,
  stop: 1,
} as const
const tcp = { id: 'lan', kind: 'mbtcp', host: '192.168.1.21', port: 502 } as const

test('what is sent of a port is only what its kind has', () => {
  expect(portOf({ ...blankPort, ...serial } as PortDraft)).toEqual(serial)
  expect(portOf({ ...blankPort, ...tcp } as PortDraft)).toEqual(tcp)
  expect(portOf({ ...blankPort, ...serial, ...tcp, kind: 'rtu-tcp' } as PortDraft)).toEqual({
    ...tcp,
    kind: 'rtu-tcp',
  })
})

test('a port that is edited comes back as it was', () => {
  for (const port of [serial, tcp]) expect(portOf(draftOfPort(port) as PortDraft)).toEqual(port)
})

test('a port is described in a few characters', () => {
  expect([placeOfPort(serial), lineOfPort(serial)]).toEqual(['/dev/ttyUSB0', '19200 8E1'])
  expect([placeOfPort(tcp), lineOfPort(tcp)]).toEqual(['192.168.1.21:502', null])
})
