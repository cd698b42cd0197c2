import type { Handlers } from '../../calls/bind-call'
import { pointDefinitionHandlers } from './point-definition-handlers'
import { pollCommandHandlers } from './poll-command-handlers'
import { publicationHandlers } from './publication-handlers'
import { testBenchHandlers } from './test-bench-handlers'
import { versionHandlers } from './version-handlers'
import { writeBenchHandlers } from './write-bench-handlers'
import { writeCommandHandlers } from './write-command-handlers'

/** The instruction tables: what can be asked of each device model, and what its replies mean. */
export const instructionHandlers = {
  ...pollCommandHandlers,
  ...pointDefinitionHandlers,
  ...writeCommandHandlers,
  ...versionHandlers,
  ...publicationHandlers,
  ...testBenchHandlers,
  ...writeBenchHandlers,
} satisfies Partial<Handlers>
