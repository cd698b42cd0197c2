import * as z from 'zod/mini'

/** What names a thing in the settings of a terminal. */
export const settingsName = z.string().check(z.minLength(1), z.maxLength(120))
export const tcpPort = z.int().check(z.gte(1), z.lte(65_535))
export const portId = z.string().check(z.regex(/^[a-z0-9_-]{1,16}$/))

const serialPort = z.strictObject({
  id: portId,
  kind: z.literal('serial'),
  path: settingsName,
  baud: z.int().check(z.gte(300), z.lte(921_600)),
  parity: z.enum(['none', 'even', 'odd']),
  data: z.union([z.literal(7), z.literal(8)]),
  stop: z.union([z.literal(1), z.literal(2)]),
})
const rtuOverTcpPort = z.strictObject({
  id: portId,
  kind: z.literal('rtu-tcp'),
  host: settingsName,
  port: tcpPort,
})
const modbusTcpPort = z.strictObject({
  id: portId,
  kind: z.literal('mbtcp'),
  host: settingsName,
  port: tcpPort,
})

/** One bus of a terminal. */
export const portSettings = z.discriminatedUnion('kind', [serialPort, rtuOverTcpPort, modbusTcpPort])
export type PortSettings = z.output<typeof portSettings>
export const MOST_PORTS = 8
