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
  unit_id: 3,
  contracted_kw: null,
  demand_interval_minutes: null,
  is_retired: false,
  is_insured: true,
  insured_from: '2026-11-20',
  insured_until: '2027-11-19',
}
const meter: StoreSettings['devices'][number] = {
  ...freezer,
  key: 'n2',
  name: 'Main meter',
  type: 'main_meter',
  zone: null,
  brand: 'Eastron',
  model: 'SDM630',
  unit_id: 9,
  contracted_kw: 49.5,
  demand_interval_minutes: 30,
  is_insured: false,
  insured_from: '',
  insured_until: '',
}

/** Answers to all steps for a store that is not there yet. @param blank what the service says of a new store */
export function newStore(blank: StoreSettings, department: number): StoreSettings {
  return {
    ...blank,
    department: String(department),
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
    loss: { is_own: true, period_minutes: 90, threshold_minutes: 45 },
    warnings: blank.warnings && {
      ...blank.warnings,
      falling: {
        is_own: true,
        is_enabled: true,
        x: 12,
        minutes: 60,
        intensity: null,
        window_hours: 48,
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
        lowest_priority: 'high',
        quiet_from: '',
        quiet_until: '',
        zone: 'Asia/Taipei',
        language: 'zh-TW',
        is_enabled: true,
        is_removed: false,
      },
    ],
  }
}
