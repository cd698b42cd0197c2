import { isTerminalId, type TerminalId } from '@coldkeep/domain/ids'
import * as z from 'zod/mini'
import { PROTOCOL_VERSION } from './envelope'
import { terminalSettings } from './terminal-settings'

export const MAX_BUNDLE_BYTES = 2 * 1024 * 1024

/** All that a terminal polls, as the server compiles it: its canonical JSON is named by its sha256. */
export const bundle = z.strictObject({
  v: z.literal(PROTOCOL_VERSION),
  tid: z.custom<TerminalId>((value) => typeof value === 'string' && isTerminalId(value)),
  rev: z.int().check(z.gte(1)),
  ports: terminalSettings.shape.ports,
  scripts: terminalSettings.shape.scripts,
  /** Left out: the terminal counts as its own settings say. */
  statistics: terminalSettings.shape.statistics,
})
export type Bundle = z.output<typeof bundle>

const commandId = z.string().check(z.regex(/^[0-9A-HJKMNP-TV-Z]{26}$/))

/** Where a bundle lies and how it is known again. `url` is a path of the server. */
export const bundleAddress = z.object({
  rev: z.int().check(z.gte(1)),
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  size: z.int().check(z.gte(2), z.lte(MAX_BUNDLE_BYTES)),
  url: z.string().check(z.regex(/^\/field\/v1\/bundles\/[0-9a-f]{64}$/)),
})
export type BundleAddress = z.output<typeof bundleAddress>

/**
 * `dn/cfg`, retained, inside a signed message: which bundle a terminal is to run. `tid` keeps it from being
 * replayed to another terminal, `id` is the command under which the terminal reports its progress. `exp` in
 * epoch milliseconds: not taken from then on; the server publishes it again for a terminal that appears and
 * runs another.
 */
export const desiredBundle = z.extend(bundleAddress, {
  v: z.literal(PROTOCOL_VERSION),
  id: commandId,
  tid: bundle.shape.tid,
  exp: z.int(),
})
export type DesiredBundle = z.output<typeof desiredBundle>
