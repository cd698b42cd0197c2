import type { Handlers } from '../../calls/bind-call'
import type { ModelPublished } from '../publish-tables'
import { pointDefinitionHandlers } from './point-definition-handlers'
import { pollCommandHandlers } from './poll-command-handlers'
import { publicationHandlers } from './publication-handlers'
import { versionHandlers } from './version-handlers'
import { writeCommandHandlers } from './write-command-handlers'

/** The instruction tables: what each device model can be asked for, and what its replies mean. */
export const instructionHandlers = (listeners: { readonly published: ModelPublished }) =>
  ({
    ...pollCommandHandlers,
    ...pointDefinitionHandlers,
    ...writeCommandHandlers,
    ...versionHandlers,
    ...publicationHandlers(listeners),
  }) satisfies Partial<Handlers>
