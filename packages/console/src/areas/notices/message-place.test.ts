import type { OwnMessage } from '@coldkeep/contract/areas/own-messages'
import { expect, test } from 'vitest'
import { placeOf } from './message-place'

const nothing = {
  ...{ id: '1', at: 0, title: '', body: '', isUrgent: false, isRead: false, storeId: null, alarm: null },
  ...{ write: null, model: null, terminalId: null, firmwareJob: null, leftBehind: null, demand: null },
  ...{ upkeep: null, repairCase: null, parameters: null, parameterApply: null, openBreaches: null },
  fridgeBrand: null,
  pointApplication: null,
  amber: null,
  bulletin: null,
} as unknown as OwnMessage

test.each<[object, string]>([
  [{ firmwareJob: 4 }, '?job=4'],
  [{ leftBehind: 2 }, '?behind=2'],
  [{ storeId: 3, demand: { departments: '1.2', day: '2026-11-20' } }, 'store=3&date=2026-11-20'],
  [{ openBreaches: { departments: '1.2' } }, 'tab=corrections&dep=1.2'],
  [{ pointApplication: 3 }, '/ServicePoints?tab=applications'],
  [{ bulletin: 7 }, '/Messages?message=7'],
  [{ fridgeBrand: 8 }, 'list=review&entry=8'],
  [{ upkeep: { departments: '1', state: 'overdue' } }, 'plans.state=overdue'],
  [{ parameterApply: 9 }, '/_33_?apply=9'],
  [{ storeId: 3, parameters: 7 }, '/_33_?device=7'],
  [{ storeId: 3, repairCase: 5 }, '?case=5'],
  [{ storeId: 3, terminalId: 'TB-0001' }, '?id=TB-0001'],
  [{ model: { brand: 'Dixell', model: 'XR77U' } }, 'brand=Dixell&model=XR77U&tab=versions'],
  [{ storeId: 3, write: 'w1' }, '?write=w1'],
  [{ storeId: 3, alarm: 6 }, '/Alarms?store=3&alarm=6'],
  [{ storeId: 3 }, '/Alarms?store=3'],
  [{}, '/Alarms'],
])('a message about %j leads there', (about, place) => {
  expect(placeOf({ ...nothing, ...about })).toContain(place)
})
