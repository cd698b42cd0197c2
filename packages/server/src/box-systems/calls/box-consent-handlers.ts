import {
  activateBoxAutoConfirm,
  deactivateBoxAutoConfirm,
  getBoxConfirmation,
} from '@coldkeep/contract/areas/ddi'
import { addressOf } from '@coldkeep/contract/call'
import { Problem } from '@coldkeep/contract/problem'
import type { Handlers } from '../../calls/bind-call'
import { selectBoxImage } from '../../firmware/box-install-queries'
import { keepAnswer, openQuestion } from '../box-question'
import { activateAutoConfirm, deactivateAutoConfirm, selectConsent } from '../consent-queries'
import { originFor, presentDeployment } from '../present-deployment'
import type { DdiParts } from './ddi-handlers'

type ConsentCall =
  | 'getBoxConsent'
  | 'getBoxConfirmation'
  | 'answerBoxConfirmation'
  | 'activateBoxAutoConfirm'
  | 'deactivateBoxAutoConfirm'

/** Calls in which boxes are asked before they are updated. */
export function boxConsentHandlers({ publicUrl }: Pick<DdiParts, 'publicUrl'>): Pick<Handlers, ConsentCall> {
  return {
    getBoxConsent: async ({ db, terminal, clock, client }) => {
      const { terminalId } = terminal
      const { autoConfirmedAt, autoConfirmedBy, autoConfirmRemark } = await selectConsent(db, terminal)
      const actionId = await openQuestion(db, terminal, clock.now())
      const origin = originFor(client, publicUrl)
      const linkTo = (path: string) => ({ href: `${origin}${path}` })
      const switches =
        autoConfirmedAt === null
          ? { activateAutoConfirm: linkTo(addressOf(activateBoxAutoConfirm, { terminalId }, {})) }
          : { deactivateAutoConfirm: linkTo(addressOf(deactivateBoxAutoConfirm, { terminalId }, {})) }
      return {
        autoConfirm: {
          active: autoConfirmedAt !== null,
          ...(autoConfirmedBy !== null && { initiator: autoConfirmedBy }),
          ...(autoConfirmRemark !== null && { remark: autoConfirmRemark }),
          ...(autoConfirmedAt !== null && { activatedAt: autoConfirmedAt }),
        },
        links: {
          ...switches,
          ...(actionId !== null && {
            confirmationBase: linkTo(addressOf(getBoxConfirmation, { terminalId, actionId }, {})),
          }),
        },
      }
    },

    getBoxConfirmation: async ({ db, terminal, params: { actionId }, clock, client }) => {
      const isOpen = (await openQuestion(db, terminal, clock.now())) === actionId
      const image = isOpen ? await selectBoxImage(db, actionId) : null
      if (image === null) throw new Problem('firmware.job_unknown')
      const origin = originFor(client, publicUrl)
      const { id, deployment } = presentDeployment(image, terminal.terminalId, origin, 'forced')
      return { id, confirmation: deployment }
    },

    answerBoxConfirmation: async ({ db, terminal, params: { actionId }, body: { confirmation }, clock }) => {
      await keepAnswer(db, terminal, actionId, confirmation, clock.now())
      return {}
    },

    activateBoxAutoConfirm: async ({ db, terminal, body: { initiator, remark }, clock }) => {
      const autoConfirm = { autoConfirmedBy: initiator ?? null, autoConfirmRemark: remark ?? null }
      const isNew = await activateAutoConfirm(db, terminal, {
        ...autoConfirm,
        autoConfirmedAt: clock.now(),
      })
      if (!isNew) throw new Problem('box.auto_confirm_on')
      return {}
    },

    deactivateBoxAutoConfirm: async ({ db, terminal }) => {
      await deactivateAutoConfirm(db, terminal)
      return {}
    },
  }
}
