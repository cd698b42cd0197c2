import type { Reply, ServiceRequest } from './screen-server'

export const MIB = 1024 * 1024
export const SIZE = 9 * MIB
const PATH = '/api/v2/ver-update'
export const TYPE = 'terminal-linux-x64'
const base64url = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url')
const signed = (content: object) => ({ k: 'current', p: base64url(content), sig: 'c2ln' })
export const releaseOf = (size: number) => ({
  keys: signed({}),
  manifest: signed({ type: TYPE, version: '1.3.0', size }),
})
export const imageFiles = {
  image: { name: 'terminal.tgz', mimeType: 'application/gzip', buffer: Buffer.alloc(SIZE) },
  release: {
    name: 'terminal.tgz.release.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(releaseOf(SIZE))),
  },
}

export const usualPlan = {
  waves: [
    { share: 0.02, least: 1 },
    { share: 0.2, least: 1 },
    { share: 1, least: 1 },
  ],
  soak_minutes: 60,
  max_fail_share: 0.05,
  max_fail_count: 3,
  window: { from: '01:00', to: '05:00' },
  rate: 200,
  may_postpone: true,
}

const imageOf = (version: string, state: string, id: string) => ({
  id,
  type: TYPE,
  version,
  name: `terminal-${version}.tgz`,
  size: SIZE,
  sha256: '0'.repeat(64),
  min: null,
  is_rollback: false,
  signed_at: '2026-11-20T00:00:00.000Z',
  expires_at: '2099-05-20T00:00:00.000Z',
  state,
  uploaded_by: 'ada',
  uploaded_at: '2026-11-20T01:00:00.000Z',
  terminals: version === '1.2.0' ? 212 : 0,
})

const GOOD_FIELD = 'Nothing worse in 14 comparisons with 225 terminals that were not updated'

/** A job over 230 terminals in its second wave. */
export const jobOf = (state: string) => ({
  task_token: '41',
  type: TYPE,
  version: '1.2.0',
  note: 'Fewer retries on slow lines',
  state,
  wave: 2,
  next_wave_at: null,
  waits_for: null,
  paused_for: state === 'paused' ? '6 % of wave 2 have failed' : '',
  is_rollback: false,
  created_by: 'ada',
  created_at: '2026-11-26T00:00:00.000Z',
  ended_at: state === 'done' ? '2026-11-26T03:00:00.000Z' : null,
  counts: [
    { state: 'failed', terminals: 2 },
    { state: 'lost', terminals: 1 },
    { state: 'waiting', terminals: 184 },
    { state: 'downloading', terminals: 12 },
    { state: 'confirming', terminals: 1 },
    { state: 'done', terminals: 30 },
  ],
})

const installation = (number: number, state: string, error = '') => ({
  store: { id: String(number), code: `A00${number}`, name: `Store ${number}`, zone: 'Asia/Taipei' },
  terminal: `TB-000${number}`,
  wave: 1,
  state,
  pc: state === 'downloading' ? 40 : null,
  version: '1.1.0',
  error,
  postponed_to: null as string | null,
  at: '2026-11-26T00:10:00.000Z',
})
const installations = [
  installation(1, 'failed', 'The disk of the terminal is full.'),
  installation(2, 'lost'),
  installation(3, 'downloading'),
  installation(4, 'done'),
]

const treeStores = [
  { id: '11', code: 'A001', name: 'Quay', terminals: 1 },
  { id: '12', code: 'A002', name: 'Mill', terminals: 2 },
  { id: '13', code: 'A003', name: 'Gate', terminals: 1 },
]

/** The service behind the page. */
export function firmwareService() {
  const bodies: Record<string, unknown> = {}
  const offsets: number[] = []
  const state = {
    images: [imageOf('1.2.0', 'released', '7')],
    job: jobOf('running'),
    isDown: false,
    /** The part at 8 MiB is not answered before this is called. */
    goOn: () => {},
  }
  const held = new Promise<void>((resolve) => {
    state.goOn = resolve
  })
  const upload = (offset: number) => ({
    id: '0'.repeat(32),
    size: SIZE,
    offset,
    image: offset === SIZE ? imageOf('1.3.0', 'draft', '8') : null,
  })
  const answers: Readonly<Record<string, (request: ServiceRequest) => unknown>> = {
    [`GET ${PATH}/dev-type`]: () => ({
      device_type: [
        { id: TYPE, title: 'Terminal program, Linux x64', terminals: 230, images: state.images.length },
        { id: 'box-rev2', title: 'Box, revision 2', terminals: 12, images: 0 },
      ],
      can_upload: true,
    }),
    [`GET ${PATH}/history-files`]: ({ query }) => ({ files: query.type === TYPE ? state.images : [] }),
    [`POST ${PATH}/uploads`]: () => upload(offsets.at(-1) ?? 0),
    [`POST ${PATH}/history-files/8/state`]: () => {
      state.images = [imageOf('1.3.0', 'released', '8'), imageOf('1.2.0', 'released', '7')]
      return {}
    },
    [`POST ${PATH}/check`]: () => ({
      stores: 214,
      terminals: 230,
      devices: 1902,
      waves: [5, 41, 184],
      other_type: 0,
      cannot_update: 3,
      up_to_date: 0,
      busy: 0,
      unknown_numbers: ['Z9'],
      repeated_numbers: [],
    }),
    [`POST ${PATH}/start`]: () => ({ task_token: '41', refresh: 5 }),
    [`GET ${PATH}/jobs`]: () => ({ jobs: [state.job], total: 1, page: 1, page_size: 100 }),
    [`GET ${PATH}/status`]: ({ query }) => {
      const stores = installations.filter((row) => query.state === 'all' || row.state === query.state)
      return {
        job: state.job,
        plan: usualPlan,
        waves: [
          { wave: 1, terminals: 5, counts: [{ state: 'done', terminals: 5 }], field_data: GOOD_FIELD },
          { wave: 2, terminals: 41, counts: [{ state: 'failed', terminals: 2 }], field_data: '' },
          { wave: 3, terminals: 184, counts: [{ state: 'waiting', terminals: 184 }], field_data: '' },
        ],
        expected_end_at: '2026-11-26T03:00:00.000Z',
        stores,
        total: stores.length,
        page: Number(query.page),
        page_size: Number(query.page_size),
        refresh: 1,
      }
    },
    [`POST ${PATH}/pause`]: () => {
      state.job = jobOf('paused')
      return { task_token: '41', refresh: 1 }
    },
    'GET /api/v2/department-map': () => ({
      id: '1',
      name: 'Chain',
      children: [
        { id: '2', name: 'North', children: [] },
        { id: '4', name: 'South', children: [] },
        { id: '5', name: 'Offices', children: [] },
      ],
    }),
    [`GET ${PATH}/departments`]: () => ({
      departments: [
        { id: '2', stores: 3, terminals: 4 },
        { id: '4', stores: 211, terminals: 226 },
      ],
    }),
    [`GET ${PATH}/stores`]: ({ query }) => ({
      stores: query.depart === '2' ? treeStores : [],
      total: query.depart === '2' ? treeStores.length : 0,
    }),
    'GET /api/v2/vendors': () => [{ id: '3', name: 'Polar Service' }],
  }
  const service = async (request: ServiceRequest): Promise<Reply> => {
    const { method, path, query, body } = request
    if (state.isDown) return { status: 503, json: {} }
    if (query.offset !== undefined) {
      const offset = Number(query.offset)
      if (offset > 0) await held
      offsets.push(Math.min(SIZE, offset + 8 * MIB))
      if (offset + 8 * MIB >= SIZE) state.images = [imageOf('1.3.0', 'draft', '8'), ...state.images]
      return { json: upload(offsets.at(-1) ?? 0) }
    }
    if (body !== null) bodies[path.replace(PATH, '')] = body
    const answer = answers[`${method} ${path}`]
    return answer === undefined ? { status: 404, json: {} } : { json: answer(request) }
  }
  return { bodies, offsets, state, service }
}
