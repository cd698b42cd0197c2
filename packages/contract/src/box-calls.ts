import * as boxSystems from './areas/box-systems'
import * as ddi from './areas/ddi'

/** The calls about systems of boxes, and those of their own programs for updates, as the table of calls has them. */
export const boxCalls = {
  getBoxSystem: boxSystems.getBoxSystem,
  makeBoxToken: boxSystems.makeBoxToken,
  revokeBoxToken: boxSystems.revokeBoxToken,
  pollBox: ddi.pollBox,
  putBoxAttributes: ddi.putBoxAttributes,
  getBoxDeployment: ddi.getBoxDeployment,
  reportBoxDeployment: ddi.reportBoxDeployment,
  getBoxCancellation: ddi.getBoxCancellation,
  reportBoxCancellation: ddi.reportBoxCancellation,
  getBoxInstalled: ddi.getBoxInstalled,
  putBoxInstalled: ddi.putBoxInstalled,
  getBoxConsent: ddi.getBoxConsent,
  getBoxConfirmation: ddi.getBoxConfirmation,
  answerBoxConfirmation: ddi.answerBoxConfirmation,
  activateBoxAutoConfirm: ddi.activateBoxAutoConfirm,
  deactivateBoxAutoConfirm: ddi.deactivateBoxAutoConfirm,
  fetchBoxArtifact: ddi.fetchBoxArtifact,
} as const
