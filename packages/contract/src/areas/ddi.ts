import type { FirmwareImageId, JobId } from '@coldkeep/domain/ids'
import * as z from 'zod/mini'
import { defineCall, nothing } from '../call'
import { rangedFile } from '../content'
import { DDI_PATH, DDI_TENANT } from '../wire/ddi-path'
import { as } from '../wire/dialect'
import { wireId } from '../wire/id'
import { wireTerminalId } from '../wire/terminal-id'

/**
 * The part of hawkBit's Direct Device Integration that boxes need to install images of their whole system; names are those
 * of hawkBit. Clients send more than is read here.
 */

const BASE = `${DDI_PATH}/${DDI_TENANT}/controller/v1/{terminalid}`
const MOST_BODY_BYTES = 256 * 1024

export const MOST_ATTRIBUTES = 64
const MOST_NAME = 128
const MOST_VALUE = 512

const box = { terminalId: as('terminalid', wireTerminalId) }
const boxParams = z.object(box)
const actionParams = z.object({ ...box, actionId: as('actionid', wireId<JobId>()) })
const link = z.object({ href: z.string() })

export const pollBox = defineCall({
  method: 'GET',
  path: BASE,
  access: 'box',
  summary: 'Where the client of a box polls: when to poll again, and what there is to do.',
  params: boxParams,
  answer: z.object({
    config: z.object({
      polling: z.object({
        /** Hours, minutes and seconds: `00:05:00`. */
        sleep: z.string(),
      }),
    }),
    links: as(
      '_links',
      z.object({
        configData: as('configData', z.optional(link)),
        deploymentBase: as('deploymentBase', z.optional(link)),
        cancelAction: as('cancelAction', z.optional(link)),
        installedBase: as('installedBase', z.optional(link)),
        confirmationBase: as('confirmationBase', z.optional(link)),
      }),
    ),
  }),
})

export const putBoxAttributes = defineCall({
  method: 'PUT',
  path: `${BASE}/configData`,
  access: 'box',
  summary:
    'What a box reports of itself. `version` is that of the system that runs, `boot` another text at each start; both may be left out.',
  maxBodyBytes: MOST_BODY_BYTES,
  params: boxParams,
  body: z.looseObject({
    mode: z._default(z.enum(['merge', 'replace', 'remove']), 'merge'),
    data: z.record(
      z.string().check(z.minLength(1), z.maxLength(MOST_NAME)),
      z.string().check(z.maxLength(MOST_VALUE)),
    ),
  }),
  answer: nothing,
})

const chunks = z.array(
  z.object({
    part: z.string(),
    version: z.string(),
    name: z.string(),
    artifacts: z.array(
      z.object({
        filename: z.string(),
        hashes: z.object({ sha1: z.string(), md5: z.string(), sha256: z.string() }),
        size: z.int(),
        links: as(
          '_links',
          z.object({
            /** Where the box came over TLS. */
            download: z.optional(link),
            downloadHttp: as('download-http', link),
          }),
        ),
      }),
    ),
  }),
)

const deployment = z.object({
  download: z.enum(['forced', 'skip']),
  /** `skip`: it is written already, and shown for its report. */
  update: z.enum(['forced', 'skip']),
  /** One, with one artifact. */
  chunks,
})
const deploymentAnswer = z.object({ id: z.string(), deployment })

export const getBoxDeployment = defineCall({
  method: 'GET',
  path: `${BASE}/deploymentBase/{actionid}`,
  access: 'box',
  summary: 'The image that a box is to install.',
  params: actionParams,
  answer: deploymentAnswer,
})

const finished = z.enum(['success', 'failure', 'none'])
const executions = [
  'closed',
  'proceeding',
  'canceled',
  'scheduled',
  'rejected',
  'resumed',
  'downloaded',
  'download',
] as const

const feedback = z.looseObject({
  /** That of the address, where it is sent: as a number or a text. */
  id: z.optional(z.union([z.string().check(z.maxLength(40)), z.int()])),
  status: z.looseObject({
    execution: z.enum(executions),
    result: z.looseObject({
      finished,
      progress: z.optional(z.nullable(z.looseObject({ cnt: z.number(), of: z.number() }))),
    }),
    details: z.optional(z.nullable(z.array(z.string()).check(z.maxLength(1_000)))),
  }),
})

export const reportBoxDeployment = defineCall({
  method: 'POST',
  path: `${BASE}/deploymentBase/{actionid}/feedback`,
  access: 'box',
  summary: 'How far a box is with its image. The same report twice is one.',
  maxBodyBytes: MOST_BODY_BYTES,
  params: actionParams,
  body: feedback,
  answer: nothing,
})

export const getBoxCancellation = defineCall({
  method: 'GET',
  path: `${BASE}/cancelAction/{actionid}`,
  access: 'box',
  summary: 'The installation that a box is to give up.',
  params: actionParams,
  answer: z.object({
    id: z.string(),
    cancelAction: as('cancelAction', z.object({ stopId: as('stopId', z.string()) })),
  }),
})

export const reportBoxCancellation = defineCall({
  method: 'POST',
  path: `${BASE}/cancelAction/{actionid}/feedback`,
  access: 'box',
  summary: 'That a box has given an installation up, or cannot any more.',
  maxBodyBytes: MOST_BODY_BYTES,
  params: actionParams,
  body: feedback,
  answer: nothing,
})

export const getBoxInstalled = defineCall({
  method: 'GET',
  path: `${BASE}/installedBase/{actionid}`,
  access: 'box',
  summary: 'An image that a box has installed.',
  params: actionParams,
  answer: deploymentAnswer,
})

export const putBoxInstalled = defineCall({
  method: 'PUT',
  path: `${BASE}/installedBase`,
  access: 'box',
  summary: 'The version that a box runs, however it came there.',
  maxBodyBytes: MOST_BODY_BYTES,
  params: boxParams,
  body: z.looseObject({
    name: z.string().check(z.maxLength(MOST_VALUE)),
    version: z.string().check(z.minLength(1), z.maxLength(MOST_VALUE)),
  }),
  answer: nothing,
})

export const fetchBoxArtifact = defineCall({
  method: 'GET',
  path: `${BASE}/softwaremodules/{moduleid}/artifacts/{filename}`,
  access: 'box',
  summary: 'The file of the image that a box is to install; ranges of it, and its head alone, too.',
  params: z.object({
    ...box,
    moduleId: as('moduleid', wireId<FirmwareImageId>()),
    filename: z.string().check(z.maxLength(200)),
  }),
  answer: rangedFile(),
})

const autoConfirm = z.object({
  active: z.boolean(),
  /** As they were sent. */
  initiator: z.optional(z.string()),
  remark: z.optional(z.string()),
  /** Epoch milliseconds. */
  activatedAt: as('activatedAt', z.optional(z.int())),
})

export const getBoxConsent = defineCall({
  method: 'GET',
  path: `${BASE}/confirmationBase`,
  access: 'box',
  summary: 'Whether a box is asked before it is updated, and about what.',
  params: boxParams,
  answer: z.object({
    autoConfirm: as('autoConfirm', autoConfirm),
    links: as(
      '_links',
      z.object({
        activateAutoConfirm: as('activateAutoConfirm', z.optional(link)),
        deactivateAutoConfirm: as('deactivateAutoConfirm', z.optional(link)),
        confirmationBase: as('confirmationBase', z.optional(link)),
      }),
    ),
  }),
})

export const getBoxConfirmation = defineCall({
  method: 'GET',
  path: `${BASE}/confirmationBase/{actionid}`,
  access: 'box',
  summary: 'The image that waits for a box, which may let it wait for another day.',
  params: actionParams,
  answer: z.object({ id: z.string(), confirmation: deployment }),
})

export const answerBoxConfirmation = defineCall({
  method: 'POST',
  path: `${BASE}/confirmationBase/{actionid}/feedback`,
  access: 'box',
  summary:
    'The answer of a box: `denied` is "not today" of its store, twice at most. The same answer twice is one.',
  maxBodyBytes: MOST_BODY_BYTES,
  params: actionParams,
  body: z.looseObject({
    confirmation: z.enum(['confirmed', 'denied']),
    details: z.optional(z.nullable(z.array(z.string()).check(z.maxLength(1_000)))),
  }),
  answer: nothing,
})

const words = z.optional(z.nullable(z.string().check(z.maxLength(MOST_VALUE))))

export const activateBoxAutoConfirm = defineCall({
  method: 'POST',
  path: `${BASE}/confirmationBase/activateAutoConfirm`,
  access: 'box',
  summary: 'From now on a box is not asked.',
  params: boxParams,
  body: z.strictObject({ initiator: words, remark: words }),
  answer: nothing,
})

export const deactivateBoxAutoConfirm = defineCall({
  method: 'POST',
  path: `${BASE}/confirmationBase/deactivateAutoConfirm`,
  access: 'box',
  summary: 'From now on a box is asked again.',
  params: boxParams,
  body: z.strictObject({}),
  answer: nothing,
})
