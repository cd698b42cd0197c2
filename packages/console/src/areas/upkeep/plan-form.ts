import { searchStores } from '@coldkeep/contract/areas/organisation'
import {
  addUpkeepPlans,
  changeUpkeepPlans,
  listUpkeepDevices,
  type UpkeepPlanDraft,
  type UpkeepPlanRow,
} from '@coldkeep/contract/areas/upkeep-plans'
import { deviceTypes } from '@coldkeep/domain/organisation/device'
import { upkeepBases, upkeepFault, upkeepUnits } from '@coldkeep/domain/upkeep/upkeep-plan'
import type { Translate } from '@coldkeep/phrases/keys'
import {
  type DraftValues,
  type EditorField,
  searchedChoices,
  servedChoices,
} from '../../archetypes/editor/editor-field'
import { rowCall } from '../../archetypes/editor/row-call'
import type { FieldFaults } from '../../kit/form/use-shown-faults'

/** What people fill in: tasks are lines of one text. */
export interface PlanForm extends Omit<UpkeepPlanDraft, 'tasks'> {
  readonly taskLines: string
  /** It belongs to its store, which it does not leave. */
  readonly isPlaced: boolean
}

const MOST_TASKS = 30
const LONGEST_TASK = 200

const stores = searchedChoices<PlanForm, typeof searchStores>(
  searchStores,
  (_, search) => ({ query: { search } }),
  (found) => found.map(({ code, name }) => ({ value: code, label: `${code} ${name}` })),
)

const devices = servedChoices<PlanForm, typeof listUpkeepDevices>(
  listUpkeepDevices,
  ({ storeCode }) => (storeCode === null || storeCode === '' ? null : { query: { storeCode } }),
  (answer) => answer.devices.map(({ id, name }) => ({ value: id, label: name })),
)

export const planFields = (t: Translate): readonly EditorField<PlanForm>[] => [
  {
    key: 'storeCode',
    label: t('upkeep.store'),
    kind: 'choice',
    choices: stores,
    clears: ['deviceId'],
    help: t('upkeep.storeHelp'),
    isShown: ({ isPlaced }) => isPlaced !== true,
    wide: true,
  },
  { key: 'item', label: t('upkeep.item'), kind: 'text', wide: true },
  { key: 'every', label: t('upkeep.cycle'), kind: 'number' },
  {
    key: 'unit',
    label: t('upkeep.unit'),
    kind: 'choice',
    choices: upkeepUnits.map((unit) => ({ value: unit, label: t(`upkeep.units.${unit}`) })),
  },
  { key: 'startsOn', label: t('upkeep.startsOn'), kind: 'day', help: t('upkeep.startsOnHelp') },
  {
    key: 'base',
    label: t('upkeep.base'),
    kind: 'choice',
    choices: upkeepBases.map((base) => ({ value: base, label: t(`upkeep.bases.${base}`) })),
    isShown: ({ unit }) => unit !== 'running_hour',
  },
  {
    key: 'graceDays',
    label: t('upkeep.grace'),
    kind: 'number',
    unit: t('upkeep.days'),
    help: t('upkeep.graceHelp'),
  },
  {
    key: 'deviceId',
    label: t('upkeep.device'),
    kind: 'choice',
    choices: devices,
    isShown: ({ group, unit }) => group === null || unit === 'running_hour',
  },
  {
    key: 'group',
    label: t('upkeep.group'),
    kind: 'choice',
    choices: deviceTypes.map((type) => ({
      value: type,
      label: t('upkeep.allOf', { type: t(`devices.type.${type}`) }),
    })),
    isShown: ({ deviceId, unit }) => deviceId === null && unit !== 'running_hour',
  },
  { key: 'leastPhotos', label: t('upkeep.leastPhotos'), kind: 'number', help: t('upkeep.leastPhotosHelp') },
  { key: 'note', label: t('upkeep.note'), kind: 'text', wide: true },
  {
    key: 'taskLines',
    label: t('upkeep.tasks'),
    kind: 'area',
    rows: 4,
    help: t('upkeep.tasksHelp'),
    wide: true,
  },
]

export const blankPlan: DraftValues<PlanForm> = {
  storeCode: null,
  item: '',
  every: null,
  unit: 'day',
  startsOn: null,
  base: 'due',
  graceDays: 0,
  deviceId: null,
  group: null,
  leastPhotos: 0,
  note: '',
  taskLines: '',
  isPlaced: false,
}

export function formOfPlan(row: UpkeepPlanRow): DraftValues<PlanForm> {
  const {
    storeCode,
    item,
    every,
    unit,
    startsOn,
    base,
    graceDays,
    deviceId,
    group,
    note,
    leastPhotos,
    tasks,
  } = row
  const content = {
    storeCode,
    item,
    every,
    unit,
    startsOn,
    base,
    graceDays,
    deviceId,
    group,
    note,
    leastPhotos,
  }
  return { ...content, taskLines: tasks.join('\n'), isPlaced: true }
}

/** A cycle that no plan can have, days of grace that outlast it, and too many or too long tasks. */
export function checkPlan(values: DraftValues<PlanForm>, t: Translate): FieldFaults {
  const { every, unit, graceDays, deviceId, taskLines } = values
  const faults: Record<string, string> = {}
  const fault = every === null ? null : upkeepFault({ every, unit: unit ?? 'day' }, graceDays ?? 0)
  if (fault === 'cycle_range') faults.every = t('upkeep.cycleRange')
  if (fault === 'grace_range') faults.graceDays = t('upkeep.graceRange')
  if (unit === 'running_hour' && deviceId === null) faults.deviceId = t('kit.field.required')
  const tasks = tasksOf(taskLines ?? '')
  if (tasks.length > MOST_TASKS || tasks.some((task) => task.length > LONGEST_TASK))
    faults.taskLines = t('upkeep.tasksRange', { most: MOST_TASKS, longest: LONGEST_TASK })
  return faults
}

/** What is sent of a form; a field that was emptied is the usual one. */
export function draftOfPlan({ taskLines, isPlaced: _, ...plan }: PlanForm): UpkeepPlanDraft {
  const { unit, base, graceDays, leastPhotos } = plan
  return {
    ...plan,
    unit: unit ?? 'day',
    // hours are those of one device
    group: unit === 'running_hour' ? null : plan.group,
    base: base ?? 'due',
    graceDays: graceDays ?? 0,
    leastPhotos: leastPhotos ?? 0,
    tasks: tasksOf(taskLines),
  }
}

function tasksOf(lines: string): string[] {
  return lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

export const createPlan = rowCall(addUpkeepPlans, (forms: readonly PlanForm[]) => ({
  body: forms.map(draftOfPlan),
}))

export const updatePlan = rowCall(changeUpkeepPlans, ({ id, revision }: UpkeepPlanRow, form: PlanForm) => ({
  body: [{ id, revision, ...draftOfPlan(form) }],
}))
