import * as z from 'zod/mini'
import { defineCall } from '../call'
import { MOST_PORTS, portSettings } from '../mqtt/port-settings'
import { as } from '../wire/dialect'
import { wireTerminalId } from '../wire/terminal-id'

const terminalParams = z.object({ terminalId: as('terminalid', wireTerminalId) })
const path = '/api/v2/terminals/{terminalid}/ports'

export const wirePort = portSettings
/** A bus of a terminal. */
export type Port = z.output<typeof portSettings>

/** Of the document that was seen; `null`: the terminal had none. */
const seenRevision = z.nullable(z.int().check(z.gte(1)))

const ports = z.object({
  ports: z.array(portSettings),
  /** How many requests of scripts go over each port, by its id; a port that none uses is left out. */
  requests: z.record(z.string(), z.int()),
  revision: seenRevision,
  /** It runs a file of its own, which is not known here: its ports cannot be changed alone. */
  runsOwnFile: z.boolean(),
})
export const wirePorts = ports

export const getPorts = defineCall({
  method: 'GET',
  path,
  access: ['3-2'],
  summary: 'The ports of a terminal, as its newest desired configuration has them.',
  params: terminalParams,
  answer: ports,
})

export const savePorts = defineCall({
  method: 'PATCH',
  path,
  access: ['3-2'],
  summary:
    'Makes these the ports of a terminal, as a new revision of its configuration with the same scripts.',
  params: terminalParams,
  body: z.object({ ports: z.array(portSettings).check(z.maxLength(MOST_PORTS)), revision: seenRevision }),
  answer: ports,
})
