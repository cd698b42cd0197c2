import { randomUUID } from 'node:crypto'
import type { DepartmentId } from '@coldkeep/domain/ids'
import type { Received, TestServer } from './test-server'

/** What a test says of a message that differs from the usual one. */
interface Draft {
  readonly [field: string]: unknown
}

/** Sends messages as the wire has them, and reads what became of them. */
export interface BulletinRig {
  readonly category: (as?: string) => Promise<string>
  /** To all people of a department, counted a moment ago. */
  readonly send: (as: string, department: DepartmentId, draft?: Draft) => Promise<Received>
  /** The same, which has to be taken. @returns its number */
  readonly sent: (as: string, department: DepartmentId, draft?: Draft) => Promise<string>
  readonly count: (
    as: string,
    department: DepartmentId,
    draft?: Draft,
  ) => Promise<{ people: number; stores: number }>
}

export function bulletinRig(server: TestServer): BulletinRig {
  const post = (as: string, path: string, body: object) =>
    server.send('POST', `/api/v2/bulletins${path}`, { as, body })
  const category = async (as = 'admin') => {
    const title = `Category ${randomUUID().slice(0, 8)}`
    return (await post(as, '/categories', { title })).body.id as string
  }
  const placed = (department: DepartmentId, draft: Draft) => ({
    depart: String(department),
    storeid: 'all',
    except_stores: [],
    except_people: [],
    ...draft,
  })
  const count = async (as: string, department: DepartmentId, draft: Draft = {}) => {
    const { depart, storeid, except_stores, except_people } = placed(department, draft)
    return (await post(as, '/recipients/count', { depart, storeid, except_stores, except_people })).body
  }
  const send = async (as: string, department: DepartmentId, draft: Draft = {}) => {
    const { people, stores } = await count(as, department, draft)
    return post(as, '', {
      id: randomUUID(),
      ...placed(department, draft),
      category: await category(),
      language: 'en',
      texts: { en: { title: 'Check the doors', content: 'Please **close** all doors.' } },
      files: [],
      send_at: null,
      needs_confirmation: true,
      deadline_at: null,
      first_counts: false,
      counted: { people: people ?? 0, stores: stores ?? 0 },
      ...draft,
    })
  }
  return {
    category,
    count,
    send,
    async sent(as, department, draft) {
      const answer = await send(as, department, draft)
      if (answer.status !== 200) throw new Error(answer.text)
      return answer.body.id
    },
  }
}
