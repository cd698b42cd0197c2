import { addFridgeBrand, addFridgeLocation } from '@coldkeep/contract/areas/fridge-lists'
import { addCheckPlaces } from '@coldkeep/contract/areas/hand-checks'
import { addProgressSteps } from '@coldkeep/contract/areas/repair-progress'
import { addUpkeepPlans } from '@coldkeep/contract/areas/upkeep-plans'
import { type PlaceForm as CheckPlaceForm, draftOfPlace, placeFields } from '../areas/day-sheet/place-form'
import { blankBrand, blankEntry, brandFields, entryFields } from '../areas/fridge-lists/entry-form'
import { blankStep, stepFields as progressFields } from '../areas/settings/progress-form'
import { draftOfPlan, type PlanForm, planFields } from '../areas/upkeep/plan-form'
import { type Editor, plain } from './editors'

/** The forms of work at stores whose fields are data. */
export const workEditors: readonly Editor[] = [
  {
    ...{ name: 'steps of repair progress', fields: plain(progressFields), call: addProgressSteps },
    inputOf: (values) => ({ body: { departmentId: 1, steps: [values] } }),
    whole: { ...blankStep, title: 'Called' },
  },
  {
    ...{ name: 'brands of fridges', fields: plain(brandFields([])), call: addFridgeBrand },
    inputOf: ({ title, contact, phone, address }) => ({ body: { title, contact, phone, address } }),
    whole: { ...blankBrand, title: 'Permafrost' },
  },
  {
    ...{ name: 'places of fridges', fields: plain(entryFields([])), call: addFridgeLocation },
    inputOf: ({ title }) => ({ body: { title } }),
    whole: { ...blankEntry, title: 'Entrance' },
  },
  {
    name: 'cycles of upkeep',
    // tasks are lines of one text, which its own rule bounds
    fields: plain(planFields).filter(({ key }) => key !== 'taskLines'),
    call: addUpkeepPlans,
    inputOf: (values) => ({ body: [draftOfPlan(values as unknown as PlanForm)] }),
    whole: {
      ...{ storeCode: 'N001', item: 'Clean condenser', every: 30, unit: 'day', startsOn: '2026-11-25' },
      ...{ base: 'due', graceDays: 3, deviceId: null, group: null, leastPhotos: 1, note: 'x' },
      taskLines: '',
    },
  },
  {
    name: 'places of rounds',
    fields: plain(placeFields),
    call: addCheckPlaces,
    inputOf: (values) => ({ body: [draftOfPlace({ ...values, storeId: 1 } as unknown as CheckPlaceForm)] }),
    whole: {
      ...{ storeCode: 'N001', position: 1, name: 'Dairy case', deviceId: null, zone: 'C7' },
      ...{ lowC: null, highC: 5 },
    },
  },
]
