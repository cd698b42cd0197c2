import type { DepartmentId, StoreId } from '@coldkeep/domain/ids'
import * as z from 'zod/mini'
import { defineCall } from '../call'
import { as } from '../wire/dialect'
import { wireId, wireIdOrAll } from '../wire/id'
import { wireInstant } from '../wire/instant'
import { pageNumber, pageSize } from '../wire/page'
import { wireTerminalId } from '../wire/terminal-id'

/** The state of a terminal: the first that is true, from the left. */
export const terminalStates = ['disabled', 'host_lost', 'never_seen', 'offline', 'online'] as const
export type TerminalState = (typeof terminalStates)[number]

const firmware = {
  type: z.string(),
  /** Released versions of the type that are newer; `null` where it runs what is no version. */
  behind: z.nullable(z.int()),
  /** The newest that is released; `null`: none is. */
  newest: z.nullable(z.string()),
}

const wireTerminal = z.object({
  id: wireTerminalId,
  store: z.object({ id: wireId<StoreId>(), code: z.string(), name: z.string(), zone: z.string() }),
  state: z.enum(terminalStates),
  /** Since when it is connected or not. */
  since: z.nullable(wireInstant),
  hostLostSince: z.nullable(wireInstant),
  lastMessageAt: z.nullable(wireInstant),
  program: z.nullable(z.string()),
  /** Its program, as it can be updated; `null`: it is older than updates. */
  firmware: z.nullable(z.object({ ...firmware, version: z.string() })),
  /** The system of its box; `null`: no program for its updates was set up. */
  box: z.nullable(
    z.object({
      ...firmware,
      /** `null`: it has not reported one. */
      version: z.nullable(z.string()),
    }),
  ),
  /** Of the configuration that it runs. */
  revision: z.nullable(z.int()),
  /** Messages that wait on its disk. */
  backlog: z.nullable(z.int()),
  /** Readings that came again with another value; the first one was kept. */
  conflicts: z.int(),
  /** Of the box that has the place now. */
  serial: z.nullable(z.string()),
  hardware: z.nullable(z.string()),
  isEnabled: z.boolean(),
  claimedAt: z.nullable(wireInstant),
  /** Until when a claim code is open. */
  codeUntil: z.nullable(wireInstant),
  /** Until when a box that has used a code may prove itself, and take the place of the one that has it. */
  replacementUntil: z.nullable(wireInstant),
  createdAt: wireInstant,
})

const terminalParams = z.object({ terminalId: as('terminalid', wireTerminalId) })

/** Boxes call their systems as they like. */
const LONGEST_VERSION = 512

/** A list of terminals whatever they run. */
export const ANY_FIRMWARE = { firmwareType: 'all', version: 'all', behind: 0 } as const

const versionCount = z.codec(z.string().check(z.regex(/^[0-9]{1,2}$/)), z.int().check(z.gte(0)), {
  decode: Number,
  encode: String,
})

export const listTerminals = defineCall({
  method: 'GET',
  path: '/api/v2/terminals',
  access: ['3-2'],
  summary:
    'Terminals of the stores below a department by store number, with how many are in each state and run which version.',
  query: z.object({
    departmentId: as('depart', wireIdOrAll<DepartmentId>()),
    storeId: as('storeid', wireIdOrAll<StoreId>()),
    state: z._default(z.enum([...terminalStates, 'all']), 'all'),
    /** Part of a terminal id, of a store's name or number, or of a serial number. */
    search: as('key', z._default(z.string().check(z.maxLength(80)), '')),
    /** Of its program or the system of its box, as it is reported, or `all`; version and distance are those of the same. */
    firmwareType: as('dev_type', z._default(z.string().check(z.maxLength(40)), 'all')),
    version: z._default(z.string().check(z.maxLength(LONGEST_VERSION)), 'all'),
    /** At least so many released versions behind; 0: any. */
    behind: z._default(versionCount, 0),
    page: z._default(pageNumber, 1),
    pageSize: z._default(pageSize, 50),
  }),
  answer: z.object({
    terminals: z.array(wireTerminal),
    total: z.int(),
    page: z.int(),
    pageSize: z.int(),
    /**
     * What runs on how many of all that match the text and the state, programs and systems of boxes: by type, and from the
     * newest version on.
     */
    versions: z.array(
      z.object({ type: z.string(), version: z.string(), behind: z.nullable(z.int()), terminals: z.int() }),
    ),
    /** Of all terminals that match the text and the version, whatever state is selected. */
    counts: z.object({
      disabled: z.int(),
      host_lost: z.int(),
      never_seen: z.int(),
      offline: z.int(),
      online: z.int(),
    }),
  }),
})

export const getTerminal = defineCall({
  method: 'GET',
  path: '/api/v2/terminals/{terminalid}',
  access: ['3-2'],
  summary: 'One terminal: its store, connection, program, box and claim.',
  params: terminalParams,
  answer: wireTerminal,
})

export const addTerminal = defineCall({
  method: 'POST',
  path: '/api/v2/terminals',
  access: ['3-2'],
  summary: 'Makes a place for a terminal in a store. A box takes it with a claim code.',
  body: z.object({ storeId: as('store', wireId<StoreId>()) }),
  answer: wireTerminal,
})

export const makeClaimCode = defineCall({
  method: 'POST',
  path: '/api/v2/terminals/{terminalid}/claim-code',
  access: ['3-2'],
  summary:
    'Makes a claim code, good for one box and 72 hours. It is shown this once; an older one ends. Where a box has the place already, those above the store who may see terminals are notified.',
  params: terminalParams,
  answer: z.object({ code: z.string(), expiresAt: wireInstant }),
})

export const withdrawClaimCode = defineCall({
  method: 'DELETE',
  path: '/api/v2/terminals/{terminalid}/claim-code',
  access: ['3-2'],
  summary: 'Ends the open claim code of a terminal.',
  params: terminalParams,
  answer: z.object({}),
})

export const cancelReplacement = defineCall({
  method: 'DELETE',
  path: '/api/v2/terminals/{terminalid}/replacement',
  access: ['3-2'],
  summary: 'Refuses the box that waits to take the place of the one that a terminal has.',
  params: terminalParams,
  answer: z.object({}),
})

export const enableTerminal = defineCall({
  method: 'POST',
  path: '/api/v2/terminals/{terminalid}/enabled',
  access: ['3-2'],
  summary: 'Lets a terminal in, or ends its connection at once and refuses it from then on.',
  params: terminalParams,
  body: z.object({ isEnabled: z.boolean() }),
  answer: wireTerminal,
})
