import type { Reply, ServiceRequest } from './screen-server'

/** As it travels. */
export interface RequestRow {
  readonly id: number
  readonly brand: string
  readonly model: string
  readonly code: string
  readonly reply_bytes: number
  readonly note: string
  readonly adds_checksum: boolean
}

type Refusal = (request: ServiceRequest) => Reply | Promise<Reply> | null

const MODELS: Readonly<Record<string, readonly string[]>> = {
  Carel: ['IR33', 'PJEZ'],
  Danfoss: ['AK-CC 55'],
  Dixell: ['XR06CX'],
}

/** Rows behind the calls of the table editor's screen: a service in memory that a test can make refuse. */
export class RequestTable {
  rows: RequestRow[]
  /** Answers instead of the table, once it returns something. */
  instead: Refusal = () => null
  readonly writes: ServiceRequest[] = []

  constructor(count = 3) {
    this.rows = Array.from({ length: count }, (_, index) => ({
      id: index + 1,
      brand: 'Carel',
      model: 'IR33',
      code: `C${String(index + 1).padStart(2, '0')}`,
      reply_bytes: 9,
      note: '',
      adds_checksum: true,
    }))
  }

  readonly answer = async (request: ServiceRequest): Promise<Reply> => {
    if (request.method !== 'GET') this.writes.push(request)
    const other = await this.instead(request)
    if (other !== null) return other
    if (request.path.endsWith('/models')) return { json: MODELS[request.query.brand ?? ''] ?? [] }
    if (request.method === 'POST') this.#add((request.body as { rows: Omit<RequestRow, 'id'>[] }).rows)
    if (request.method === 'PATCH') this.#change(request.body as RequestRow[])
    if (request.method === 'DELETE')
      this.rows = this.rows.filter(({ id }) => id !== Number(request.query.request))
    return { json: request.method === 'GET' ? this.rows : {} }
  }

  #add(drafts: readonly Omit<RequestRow, 'id'>[]): void {
    for (const draft of drafts) {
      this.rows = [...this.rows, { ...draft, id: Math.max(0, ...this.rows.map(({ id }) => id)) + 1 }]
    }
  }

  #change(changed: readonly RequestRow[]): void {
    this.rows = this.rows.map((row) => changed.find(({ id }) => id === row.id) ?? row)
  }
}

/** A refusal as the service words it. */
export function refusal(
  message: string,
  fields: Readonly<Record<string, string>> = {},
  code: 'request.malformed' | 'row.changed' = 'request.malformed',
): Reply {
  return {
    status: code === 'row.changed' ? 409 : 400,
    json: { code, message, fields, request_id: 'r-1' },
  }
}
