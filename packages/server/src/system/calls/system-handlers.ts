import type { Handlers } from '../../calls/bind-call'
import { selectTasks } from '../task-list-queries'

export const systemHandlers = {
  listTasks: async ({ db }) => ({ tasks: await selectTasks(db) }),
} satisfies Pick<Handlers, 'listTasks'>
