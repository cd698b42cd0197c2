import {
  type FirmwarePlan,
  type InstallationState,
  installationStates,
  type WireFirmwareJob,
  type WireInstallation,
} from '@coldkeep/contract/areas/firmware-jobs'
import { nextWindow } from '@coldkeep/domain/firmware/store-window'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Translate } from '@coldkeep/phrases/keys'
import { presentError, presentFault } from '../../bundles/words/field-words'
import type { FieldGate, PauseReason } from '../../db/firmware-tables'
import type { Words } from '../../wording/words'
import type { CountedInstalls, ShownFirmwareJob, ShownInstall } from '../job-queries'
import { windowOf } from '../plan-window'
import { presentFinding, presentGate } from './present-finding'

/** Who reads it. */
interface Reader extends Words {
  /** Equipment of no kind is withheld from the reader: else no device model is named. */
  readonly seesEquipment: boolean
  /** The reader sees all stores of the job: else neither its failures are counted nor what they fall on is named. */
  readonly seesStores: boolean
}

/** By state, in the order in which they need attention. */
export function sumStates(
  counts: readonly CountedInstalls[],
): { state: InstallationState; terminals: number }[] {
  return installationStates.flatMap((state) => {
    const terminals = counts.reduce((sum, one) => sum + (one.state === state ? one.terminals : 0), 0)
    return terminals === 0 ? [] : [{ state, terminals }]
  })
}

export function presentJob(
  job: ShownFirmwareJob,
  counts: readonly CountedInstalls[],
  reader: Reader,
): WireFirmwareJob {
  const { jobId, type, version, note, state, wave, nextWaveAt, waitsFor, pausedFor } = job
  const { isRollback, createdBy, createdAt, endedAt } = job
  return {
    ...{ type, version, note, state, wave, nextWaveAt, waitsFor, isRollback, createdBy, createdAt, endedAt },
    token: jobId,
    pausedFor: pausedFor === null ? '' : pauseFor(pausedFor, reader),
    counts: sumStates(counts),
  }
}

/** What the field data of a wave came to; empty where they were not judged, or are those of stores beyond as well. */
export function presentWaveField(wave: number, gates: readonly FieldGate[], reader: Reader): string {
  const gate = gates.find((one) => one.wave === wave)
  if (gate === undefined || !reader.seesStores) return ''
  return presentGate({ ...gate, finding: gate.finding && forReader(gate.finding, reader) }, reader)
}

function pauseFor(reason: PauseReason, reader: Reader): string {
  if (!reader.seesStores) {
    return reader.translate(
      reason.kind === 'field' ? 'firmwareJobs.field.beyond' : 'firmwareJobs.pause.beyond',
    )
  }
  return presentPause(forReader(reason, reader), reader)
}

function forReader<Reason extends PauseReason>(reason: Reason, { seesEquipment }: Reader): Reason {
  return !seesEquipment && reason.about?.kind === 'model' ? { ...reason, about: null } : reason
}

/** Why the service paused a job. */
export function presentPause(reason: PauseReason, words: Words): string {
  if (reason.kind === 'field') return presentFinding(reason, words)
  const { translate } = words
  const { kind, failed, terminals, about } = reason
  const text = translate(`firmwareJobs.pause.${kind}`, { failed, count: terminals })
  return about === null
    ? text
    : `${text} ${translate(`firmwareJobs.pause.about.${about.kind}`, { name: about.name })}`
}

interface InstallContext {
  readonly plan: FirmwarePlan
  readonly translate: Translate
  readonly now: EpochMs
}

export function presentInstall(
  install: ShownInstall,
  { plan, translate, now }: InstallContext,
): WireInstallation {
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
    notBefore,
    changedAt,
  } = install
  const isPostponed = state === 'waiting' && notBefore !== null && notBefore > now
  return {
    ...{ terminalId, wave, state, percent, version, changedAt },
    store: { id, code, name, zone },
    error: errorOf(install, translate),
    postponedTo: isPostponed ? nextWindow(windowOf(plan), zone, { notBefore }, now).startAt : null,
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
