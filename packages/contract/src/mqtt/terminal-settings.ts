import type { PointId, TerminalId } from '@coldkeep/domain/ids'
import { isTerminalId } from '@coldkeep/domain/ids'
import { busKinds, measuredKinds } from '@coldkeep/domain/points/point'
import * as z from 'zod/mini'
import { camerasSettings } from './camera-settings'
import { MOST_PORTS, settingsName as name, portId, portSettings } from './port-settings'
import { screenSettings } from './screen-settings'
import { trustedKey } from './trusted-key'

const pointId = z.custom<PointId>((value) => Number.isSafeInteger(value) && Number(value) > 0)

/** One value in the reply of a command. Numbers as in the instruction tables. */
const node = z.strictObject({
  pointId,
  name,
  kind: z.enum(measuredKinds),
  unit: z.string().check(z.maxLength(16)),
  position: z.int().check(z.gte(1)),
  numericFormat: name,
  skipLeadingBytes: z.int().check(z.gte(0), z.lte(255)),
  skipTrailingBytes: z.int().check(z.gte(0), z.lte(255)),
  divisor: z.number().check(z.refine((value) => value !== 0)),
  multiplier: z.number(),
})

/** One request to one unit, with how to wait for and read its reply. */
const command = z.strictObject({
  portId,
  unitId: z.int().check(z.gte(1), z.lte(247)),
  deviceName: name,
  commandCode: name,
  requestHex: z.string().check(z.minLength(2), z.maxLength(2048)),
  responseLengthBytes: z.int().check(z.gte(0), z.lte(256)),
  includesUnitId: z.boolean(),
  appendsCrc: z.boolean(),
  decoderId: z.int().check(z.gte(1), z.lte(4)),
  retries: z.int().check(z.gte(0), z.lte(10)),
  intervalMs: z.int().check(z.gte(0), z.lte(60_000)),
  timeoutMs: z.int().check(z.gte(20), z.lte(10_000)),
  nodes: z.array(node).check(z.minLength(1)),
})

/** What is polled together, and how often. */
export const scriptSettings = z.strictObject({
  name,
  periodSeconds: z.int().check(z.gte(1), z.lte(86_400)),
  commands: z.array(command).check(z.minLength(1)),
})

/** The devices whose requests are counted, as which points, and how often the counts are sent. */
const statisticsSettings = z.strictObject({
  periodSeconds: z.int().check(z.gte(60), z.lte(3_600)),
  devices: z.array(
    z.strictObject({
      portId,
      unitId: z.int().check(z.gte(1), z.lte(247)),
      points: z.array(z.strictObject({ pointId, kind: z.enum(busKinds) })).check(z.minLength(1)),
    }),
  ),
})
export type StatisticsSettings = z.output<typeof statisticsSettings>

/** The configuration file of a terminal: who it is, where it reports, its ports and what it polls. */
export const terminalSettings = z.strictObject({
  terminalId: z.custom<TerminalId>((value) => typeof value === 'string' && isTerminalId(value)),
  brokerUrls: z.array(z.url()).check(z.minLength(1)),
  /** File of mode 0600 that holds the secret, beside this file unless absolute. */
  credentialFile: name,
  /** Certificate authority for TLS, as a PEM file. */
  caFile: z.optional(name),
  /** Where the server answers over HTTPS: bundles come from there, logs go there. Commands need it and the keys. */
  serverUrl: z.optional(z.url()),
  /** Keys whose signed commands and bundles are carried out; none: no commands are taken. */
  commandKeys: z.optional(z.array(trustedKey).check(z.maxLength(8))),
  /** Another box had the place at the claim: this one proves itself at its start, and then this line goes. */
  takesOver: z.optional(z.literal(true)),
  /** What restarts the box, as program and arguments; left out: it cannot be restarted from the server. */
  restartBoxCommand: z.optional(z.array(name).check(z.minLength(1), z.maxLength(16))),
  /** Networks whose hosts may be polled over TCP, as address/prefix; private ranges when left out. */
  allowedNetworks: z.optional(z.array(name)),
  revision: z.int().check(z.gte(0)),
  /** A box that has just got its place polls nothing until it has a configuration. */
  ports: z.array(portSettings).check(z.maxLength(MOST_PORTS)),
  scripts: z.array(scriptSettings),
  statistics: z.optional(statisticsSettings),
  /** Left out: no one gets onto the screen of the store. */
  screen: z.optional(screenSettings),
  cameras: z.optional(camerasSettings),
})
export type TerminalSettings = z.output<typeof terminalSettings>
export type ScriptSettings = TerminalSettings['scripts'][number]
export type CommandSettings = ScriptSettings['commands'][number]
