import {
  getBoxCancellation,
  getBoxConfirmation,
  getBoxDeployment,
  getBoxInstalled,
  MOST_ATTRIBUTES,
  putBoxAttributes,
} from '@coldkeep/contract/areas/ddi'
import { addressOf } from '@coldkeep/contract/call'
import { Problem } from '@coldkeep/contract/problem'
import {
  afterCancellation,
  afterFeedback,
  afterFetch,
  afterPoll,
  type BoxFeedback,
  offerOf,
} from '@coldkeep/domain/firmware/box-installation'
import type { JobId } from '@coldkeep/domain/ids'
import { days } from '@coldkeep/domain/time/instant'
import type { Handlers } from '../../calls/bind-call'
import type { Db } from '../../db/connect'
import { type BoxImage, selectBoxImage, selectDoneBoxInstall } from '../../firmware/box-install-queries'
import { followBox } from '../../firmware/follow-box'
import type { FirmwareStore } from '../../firmware/take-upload'
import { openQuestion } from '../box-question'
import { openInstallation } from '../open-installation'
import { artifactName, originFor, presentDeployment } from '../present-deployment'
import { keepReported, systemOf } from '../reported-system'
import { updatePolled } from '../system-queries'

type DdiCall =
  | 'pollBox'
  | 'putBoxAttributes'
  | 'getBoxDeployment'
  | 'reportBoxDeployment'
  | 'getBoxCancellation'
  | 'reportBoxCancellation'
  | 'getBoxInstalled'
  | 'putBoxInstalled'
  | 'fetchBoxArtifact'

type ActionCall = typeof getBoxDeployment | typeof getBoxCancellation | typeof getBoxConfirmation

/** What calls of boxes need. */
export interface DdiParts {
  readonly firmware: Pick<FirmwareStore, 'files'>
  readonly publicUrl: string | null
}

/** Until the next poll: of a box with nothing to do, and of one that installs or has just started again. */
const SLEEP = { idle: '00:05:00', busy: '00:01:00' }
const REPORTED_EVERY_MS = days(1)

/** Calls of the programs in boxes that install images of the whole system. */
export function ddiHandlers({ firmware, publicUrl }: DdiParts): Pick<Handlers, DdiCall> {
  return {
    pollBox: async ({ db, terminal, clock, client }) => {
      const now = clock.now()
      await updatePolled(db, terminal, now)
      const system = await systemOf(db, terminal)
      const open = await openInstallation(db, terminal, now)
      const installation =
        open?.installation.state === 'confirming'
          ? await db
              .transaction()
              .execute((trx) =>
                followBox(trx, terminal, open.image, (one) => afterPoll(one, system, open.isOpen, now), now),
              )
          : (open?.installation ?? null)
      const offer = open === null || installation === null ? 'nothing' : offerOf(installation, open.isOpen)
      const done = await selectDoneBoxInstall(db, terminal)
      const { terminalId } = terminal
      const origin = originFor(client, publicUrl)
      const linkTo = (call: ActionCall, actionId: JobId) => ({
        href: `${origin}${addressOf<ActionCall>(call, { terminalId, actionId }, {})}`,
      })
      const question = open === null ? await openQuestion(db, terminal, now) : null
      // SWUpdate installs nothing at a poll that requests its attributes
      const isDue = system.reportedAt === null || now - system.reportedAt >= REPORTED_EVERY_MS
      const isQuestion = isDue || installation?.state === 'confirming'
      return {
        config: { polling: { sleep: offer === 'nothing' && !isQuestion ? SLEEP.idle : SLEEP.busy } },
        links: {
          ...(isQuestion && {
            configData: { href: `${origin}${addressOf(putBoxAttributes, { terminalId }, {})}` },
          }),
          ...(open !== null &&
            (offer === 'install' || offer === 'report') && {
              deploymentBase: linkTo(getBoxDeployment, open.image.jobId),
            }),
          ...(open !== null &&
            offer === 'cancel' && { cancelAction: linkTo(getBoxCancellation, open.image.jobId) }),
          ...(question !== null && { confirmationBase: linkTo(getBoxConfirmation, question) }),
          ...(done !== null && { installedBase: linkTo(getBoxInstalled, done.jobId) }),
        },
      }
    },

    putBoxAttributes: async ({ db, terminal, body: { mode, data }, clock }) => {
      await keepReported(db, terminal, clock.now(), false, (known) => {
        const attributes = mergeAttributes(known.attributes, data, mode)
        if (Object.keys(attributes).length > MOST_ATTRIBUTES) {
          throw new Problem('request.malformed', {}, { data: 'length' })
        }
        // an empty text is none
        return {
          attributes,
          version: attributes.version || known.version,
          boot: attributes.boot || known.boot,
        }
      })
      return {}
    },

    getBoxDeployment: async ({ db, terminal, params: { actionId }, clock, client }) => {
      const open = await openInstallation(db, terminal, clock.now())
      const offer = open === null ? 'nothing' : offerOf(open.installation, open.isOpen)
      if (open?.image.jobId !== actionId || !(offer === 'install' || offer === 'report'))
        throw unknownAction()
      const update = offer === 'report' ? 'skip' : 'forced'
      return presentDeployment(open.image, terminal.terminalId, originFor(client, publicUrl), update)
    },

    reportBoxDeployment: async ({ db, terminal, params: { actionId }, body, clock }) => {
      const { image, feedback } = await reportOf(db, actionId, body)
      const now = clock.now()
      await db.transaction().execute(async (trx) => {
        const system = await systemOf(trx, terminal)
        const after = await followBox(
          trx,
          terminal,
          image,
          (one) => afterFeedback(one, system, feedback, now),
          now,
        )
        if (after === null) throw unknownAction()
      })
      return {}
    },

    getBoxCancellation: async ({ db, terminal, params: { actionId }, clock }) => {
      const open = await openInstallation(db, terminal, clock.now())
      if (open?.image.jobId !== actionId || offerOf(open.installation, open.isOpen) !== 'cancel')
        throw unknownAction()
      const id = String(actionId)
      return { id, cancelAction: { stopId: id } }
    },

    reportBoxCancellation: async ({ db, terminal, params: { actionId }, body, clock }) => {
      const { image, feedback } = await reportOf(db, actionId, body)
      const now = clock.now()
      await db.transaction().execute(async (trx) => {
        const after = await followBox(trx, terminal, image, (one) => afterCancellation(one, feedback), now)
        if (after === null) throw unknownAction()
      })
      return {}
    },

    getBoxInstalled: async ({ db, terminal, params: { actionId }, client }) => {
      const done = await selectDoneBoxInstall(db, terminal)
      const image = done?.jobId === actionId ? await selectBoxImage(db, actionId) : null
      if (image === null) throw unknownAction()
      return presentDeployment(image, terminal.terminalId, originFor(client, publicUrl), 'skip')
    },

    putBoxInstalled: async ({ db, terminal, body: { version }, clock }) => {
      await keepReported(db, terminal, clock.now(), true, (known) => ({ ...known, version }))
      return {}
    },

    fetchBoxArtifact: async ({ db, terminal, params: { moduleId, filename }, clock }) => {
      const now = clock.now()
      const open = await openInstallation(db, terminal, now)
      const isTheirs = open?.image.imageId === moduleId && artifactName(open.image) === filename
      if (!isTheirs || !['install', 'cancel'].includes(offerOf(open.installation, open.isOpen))) {
        throw new Problem('firmware.image_unknown')
      }
      const { image } = open
      const { sha256 } = image
      if (!(await firmware.files.has(sha256))) throw new Problem('firmware.image_unknown')
      await db.transaction().execute((trx) => followBox(trx, terminal, image, afterFetch, now))
      const { folder } = firmware.files
      return { from: 'disk', folder, fileName: sha256, name: filename, type: null, etag: `"${sha256}"` }
    },
  }
}

function unknownAction(): Problem {
  return new Problem('firmware.job_unknown')
}

interface SentReport {
  readonly id?: string | number | undefined
  readonly status: {
    readonly execution: BoxFeedback['execution']
    readonly result: {
      readonly finished: BoxFeedback['finished']
      readonly progress?: BoxFeedback['progress'] | undefined
    }
    readonly details?: readonly string[] | null | undefined
  }
}

/** Longer ones are cut. */
const LONGEST_DETAIL = 500

/** @throws Problem `request.malformed` where it is a report on another action, `firmware.job_unknown` */
async function reportOf(
  db: Db,
  actionId: JobId,
  { id, status: { execution, result, details } }: SentReport,
): Promise<{ readonly image: BoxImage; readonly feedback: BoxFeedback }> {
  // what was given as a text comes back as a number
  if (id !== undefined && String(id) !== String(actionId)) {
    throw new Problem('request.malformed', {}, { id: 'choice' })
  }
  const image = await selectBoxImage(db, actionId)
  if (image === null) throw unknownAction()
  const { finished, progress = null } = result
  const cut = (details ?? []).map((detail) => detail.slice(0, LONGEST_DETAIL))
  return { image, feedback: { execution, finished, progress, details: cut } }
}

function mergeAttributes(
  known: Readonly<Record<string, string>>,
  data: Readonly<Record<string, string>>,
  mode: 'merge' | 'replace' | 'remove',
): Readonly<Record<string, string>> {
  switch (mode) {
    case 'merge':
      return { ...known, ...data }
    case 'replace':
      return data
    case 'remove':
      return Object.fromEntries(Object.entries(known).filter(([name]) => !(name in data)))
  }
}
