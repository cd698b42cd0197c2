import { BOX_TYPES } from '@coldkeep/domain/firmware/box-installation'
import * as z from 'zod/mini'
import { defineCall } from '../call'
import { as } from '../wire/dialect'
import { wireInstant } from '../wire/instant'
import { wireTerminalId } from '../wire/terminal-id'

const PATH = '/api/v2/terminals/{terminalid}/box-system'
const params = z.object({ terminalId: as('terminalid', wireTerminalId) })

const wireBoxSystem = z.object({
  /** Which program in the box installs images of its whole system; `null`: none was set up. */
  type: z.nullable(z.enum(BOX_TYPES)),
  /** With which it signs in; `null`: it cannot. */
  token: z.nullable(z.object({ createdAt: wireInstant, createdBy: z.string() })),
  /** Of the system that runs, by its last report. */
  version: z.nullable(z.string()),
  reportedAt: z.nullable(wireInstant),
  polledAt: z.nullable(wireInstant),
  /** What it reports of itself, by name. */
  attributes: z.array(z.object({ name: z.string(), value: z.string() })),
})

export const getBoxSystem = defineCall({
  method: 'GET',
  path: PATH,
  access: ['3-2'],
  summary: 'The system of the box of a terminal, and whether its program for updates may sign in.',
  params,
  answer: wireBoxSystem,
})

export const makeBoxToken = defineCall({
  method: 'POST',
  path: `${PATH}/token`,
  access: ['3-2'],
  summary:
    'Makes the token with which the program for updates in the box signs in. It is shown this once; an older one ends, and this one when another box takes the place.',
  params,
  body: z.object({ type: z.enum(BOX_TYPES) }),
  answer: z.object({ token: z.string() }),
})

export const revokeBoxToken = defineCall({
  method: 'DELETE',
  path: `${PATH}/token`,
  access: ['3-2'],
  summary: 'Ends the token of the program for updates in the box.',
  params,
  answer: z.object({}),
})
