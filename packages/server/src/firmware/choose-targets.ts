import type { checkFirmwareTargets } from '@coldkeep/contract/areas/firmware-jobs'
import type { Input } from '@coldkeep/contract/call'
import { Problem } from '@coldkeep/contract/problem'
import { kindsOfDevice, mayWrite } from '@coldkeep/domain/access/equipment'
import { isBoxType } from '@coldkeep/domain/firmware/box-installation'
import { compareVersions, VERSION_PATTERN } from '@coldkeep/domain/firmware/program-version'
import { chooseDepartments } from '@coldkeep/domain/organisation/choose-departments'
import { type Scope, scopeOf } from '../access/scope'
import type { SignedIn } from '../access/signed-in'
import type { Db } from '../db/connect'
import { selectDeviceKindsAt } from '../devices/device-kind-queries'
import {
  type Candidate,
  type ChosenStores,
  selectCandidates,
  selectDepartmentPaths,
  selectKnownCodes,
} from './candidate-queries'
import type { FirmwareImage } from './image-queries'

type Targets = Input<typeof checkFirmwareTargets>['body']['targets']

/** Why a terminal is left out of a job. */
type LeftOut = 'otherType' | 'cannotUpdate' | 'upToDate' | 'busy'

export interface ChosenTargets {
  readonly chosen: readonly Candidate[]
  readonly leftOut: Readonly<Record<LeftOut, number>>
  readonly unknownNumbers: readonly string[]
  readonly repeatedNumbers: readonly string[]
}

/**
 * The terminals that an image reaches, of those that the caller names and sees.
 * @throws Problem `access.equipment` unless the caller may write to everything at their stores: a program has all of it in
 * its hands
 */
export async function chooseTargets(
  db: Db,
  user: SignedIn,
  image: FirmwareImage,
  { numbers, vendorId = null, ...tree }: Targets,
): Promise<ChosenTargets> {
  const scope = scopeOf(user)
  const codes = numbers.length === 0 ? null : [...new Set(numbers)]
  const candidates = await selectCandidates(db, scope, image.firmwareTypeId, {
    tree: codes === null ? await storesOf(db, scope, tree) : null,
    codes,
    vendorId,
  })
  const leftOut = { otherType: 0, cannotUpdate: 0, upToDate: 0, busy: 0 }
  const chosen = candidates.filter((candidate) => {
    const reason = reasonAgainst(candidate, image)
    if (reason !== null) leftOut[reason] += 1
    return reason === null
  })
  await checkWrites(db, user, chosen)
  const known = codes === null ? null : await selectKnownCodes(db, scope, codes)
  return {
    chosen,
    leftOut,
    unknownNumbers: (codes ?? []).filter((code) => known?.has(code) === false),
    repeatedNumbers: [...new Set(numbers.filter((number, index) => numbers.indexOf(number) < index))],
  }
}

/** @throws Problem `department.unknown`, the same for one that does not exist and for one that is out of reach */
async function storesOf(
  db: Db,
  scope: Scope,
  tree: Omit<Targets, 'numbers' | 'vendorId'>,
): Promise<ChosenStores> {
  const { departments, stores, withoutDepartments: without, withoutStores } = tree
  const known = new Set(scope.departments)
  if (![...departments, ...without].every((id) => known.has(id))) throw new Problem('department.unknown')
  const others = departments.length + stores.length === 0
  const places = await selectDepartmentPaths(db, scope)
  return { stores, withoutStores, departments: chooseDepartments(places, { departments, without, others }) }
}

function reasonAgainst(
  { firmwareType, firmwareVersion, isBusy }: Candidate,
  { firmwareTypeId, version, manifest }: FirmwareImage,
): LeftOut | null {
  // a box may be unable to report what it runs
  if (firmwareType === null || (firmwareVersion === null && !isBoxType(firmwareType))) return 'cannotUpdate'
  if (firmwareType !== firmwareTypeId) return 'otherType'
  const order = runningOrder(firmwareTypeId, firmwareVersion, version)
  if (order === 0 || (order > 0 && !manifest.rollback)) return 'upToDate'
  return isBusy ? 'busy' : null
}

/** What a box calls its system need not be a version: then each is newer. Terminals compare as is done here. */
function runningOrder(type: string, runs: string | null, version: string): number {
  const isVersion = runs !== null && (!isBoxType(type) || VERSION_PATTERN.test(runs))
  return isVersion ? compareVersions(runs, version) : -1
}

async function checkWrites(db: Db, user: SignedIn, chosen: readonly Candidate[]): Promise<void> {
  const storeIds = [...new Set(chosen.map(({ storeId }) => storeId))]
  const devices = storeIds.length === 0 ? [] : await selectDeviceKindsAt(db, storeIds, null)
  if (!mayWrite(user.equipment, [...devices.flatMap(kindsOfDevice), 'other']))
    throw new Problem('access.equipment')
}
