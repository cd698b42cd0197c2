import {
  type InstallationState,
  installationStates,
  type WireFirmwareJob,
  type WireInstallation,
} from '@coldkeep/contract/areas/firmware-jobs'
import type { Translate } from '@coldkeep/phrases/keys'
import { presentError, presentFault } from '../../bundles/words/field-words'
import type { PauseReason } from '../../db/firmware-tables'
import type { CountedInstalls, ShownFirmwareJob, ShownInstall } from '../job-queries'

/** By state, in the order in which they need attention. */
export function sumStates(
  counts: readonly CountedInstalls[],
): { state: InstallationState; terminals: number }[] {
  return installationStates.flatMap((state) => {
    const terminals = counts.reduce((sum, one) => sum + (one.state === state ? one.terminals : 0), 0)
    return terminals === 0 ? [] : [{ state, terminals }]
  })
}

/** @param seesAll equipment of no kind is withheld from the reader: else no device model is named */
export function presentJob(
  job: ShownFirmwareJob,
  counts: readonly CountedInstalls[],
  { translate, seesAll }: { readonly translate: Translate; readonly seesAll: boolean },
): WireFirmwareJob {
  const { jobId, type, version, note, state, wave, nextWaveAt, pausedFor } = job
  const { isRollback, createdBy, createdAt, endedAt } = job
  return {
    ...{ type, version, note, state, wave, nextWaveAt, isRollback, createdBy, createdAt, endedAt },
    token: jobId,
    pausedFor:
      pausedFor === null ? '' : presentPause(seesAll ? pausedFor : withoutModel(pausedFor), translate),
    counts: sumStates(counts),
  }
}

function withoutModel(reason: PauseReason): PauseReason {
  return reason.about?.kind === 'model' ? { ...reason, about: null } : reason
}

/** Why the service paused a job. */
export function presentPause({ kind, failed, terminals, about }: PauseReason, translate: Translate): string {
  const text = translate(`firmwareJobs.pause.${kind}`, { failed, count: terminals })
  return about === null
    ? text
    : `${text} ${translate(`firmwareJobs.pause.about.${about.kind}`, { name: about.name })}`
}

export function presentInstall(install: ShownInstall, translate: Translate): WireInstallation {
  const {
    storeId: id,
    code,
    name,
    zone,
    terminalId,
    wave,
    state,
    percent,
    runs: version,
    changedAt,
  } = install
  return {
    ...{ terminalId, wave, state, percent, version, changedAt },
    store: { id, code, name, zone },
    error: errorOf(install, translate),
  }
}

const installErrors = {
  E_SIG: 'signature',
  E_OLD: 'old',
  E_EXPIRED: 'expired',
  E_OLD_KEYS: 'oldKeys',
  E_NO_ROOT: 'noRoot',
  E_TYPE: 'type',
  E_SPACE: 'space',
  E_HASH: 'hash',
  E_INSTALL: 'install',
  E_CONFIRM: 'confirm',
  E_LINK: 'link',
  E_NO_SUPERVISOR: 'noSupervisor',
  E_BOX: 'box',
  E_REJECTED: 'rejected',
  E_UNCONFIRMED: 'unconfirmed',
  firmware_busy: 'busy',
} as const

/** What was in the way of an installation; codes that all commands have are worded as for any of them. */
function installError(code: string, text: string, translate: Translate): string {
  const word = installErrors[code as keyof typeof installErrors]
  return word === undefined
    ? presentError(code, text, translate)
    : translate(`firmwareJobs.error.${word}`, { text })
}

function errorOf({ state, errorCode, errorText, faults }: ShownInstall, translate: Translate): string {
  if (faults !== null)
    return faults
      .map((fault) =>
        fault.code in installErrors
          ? installError(fault.code, '', translate)
          : presentFault(fault, translate).message,
      )
      .join(' ')
  if (errorCode !== null) return installError(errorCode, errorText ?? '', translate)
  return state === 'lost' ? translate('firmwareJobs.lost') : ''
}
