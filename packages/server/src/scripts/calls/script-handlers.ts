import type { Handlers } from '../../calls/bind-call'
import { deploymentHandlers } from './deployment-handlers'
import { folderHandlers } from './folder-handlers'
import { limitHandlers } from './limit-handlers'
import { scriptCommandHandlers } from './script-command-handlers'

/** Script files: what is polled together, when it is in alarm, and which stores poll it. */
export const scriptHandlers = {
  ...folderHandlers,
  ...scriptCommandHandlers,
  ...limitHandlers,
  ...deploymentHandlers,
} satisfies Partial<Handlers>
