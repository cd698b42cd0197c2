import type { Handlers } from '../../calls/bind-call'
import { type ApplyParts, applyHandlers } from './apply-handlers'
import { type ParameterDeviceParts, parameterDeviceHandlers } from './device-handlers'
import { profileHandlers } from './profile-handlers'
import { savingHandlers } from './saving-handlers'
import { serviceNoteHandlers } from './service-note-handlers'

/** How devices shall be set, and how they are. */
export function parameterHandlers(parts: ParameterDeviceParts & ApplyParts) {
  return {
    ...profileHandlers,
    ...serviceNoteHandlers,
    ...savingHandlers,
    ...parameterDeviceHandlers(parts),
    ...applyHandlers(parts),
  } satisfies Partial<Handlers>
}
