import type { StoreSettings } from '@coldkeep/contract/areas/store-settings'

const port = { id: 'p1', kind: 'mbtcp', host: '192.168.1.40', port: 502 } as const

const freezer: StoreSettings['devices'][number] = {
  key: 'n1',
  name: 'Island freezer',
  type: 'open_case',
  zone: 'FZ',
  brand: 'Carel',
  model: 'IR33',
  terminal: 'n1',
  port: 'p1',
  unitId: 3,
  contractedKw: null,
  demandIntervalMinutes: null,
  fridgeBrandId: null,
  fridgeTypeId: null,
  fridgeLocationId: null,
  isRetired: false,
  isInsured: true,
  insuredFrom: '2026-11-20',
  insuredUntil: '2027-11-19',
}
const meter: StoreSettings['devices'][number] = {
  ...freezer,
  key: 'n2',
  name: 'Main meter',
  type: 'main_meter',
  zone: null,
  brand: 'Eastron',
  model: 'SDM630',
  unitId: 9,
  contractedKw: 49.5,
  demandIntervalMinutes: 30,
  isInsured: false,
  insuredFrom: '',
  insuredUntil: '',
}

/** Answers to all steps for a store that is not there yet. @param blank what the service says of a new store */
export function newStore(blank: StoreSettings, department: number): StoreSettings {
  return {
    ...blank,
    departmentId: String(department),
    store: {
      ...blank.store,
      code: 'N900',
      name: 'Elm Square',
      vendor: 'Polar Service',
      country: 'TW',
      time_zone: 'Asia/Taipei',
      opens: '07:00',
      closes: '23:00',
      service_end_date: '2028-03-31',
    },
    terminals: [{ key: 'n1', ports: [port] }],
    devices: [freezer, meter],
    loss: { isOwn: true, periodMinutes: 90, thresholdMinutes: 45 },
    warnings: blank.warnings && {
      ...blank.warnings,
      falling: {
        isOwn: true,
        isEnabled: true,
        x: 12,
        minutes: 60,
        intensity: null,
        windowHours: 48,
      },
    },
    targets: [
      {
        key: 'n1',
        name: 'Night watch of Elm Square',
        channel: 'app',
        recipient: `department:${department}`,
        address: '',
        kinds: ['limit'],
        lowestPriority: 'high',
        quietFrom: '',
        quietUntil: '',
        zone: 'Asia/Taipei',
        language: 'zh-TW',
        isEnabled: true,
        isRemoved: false,
      },
    ],
  }
}
