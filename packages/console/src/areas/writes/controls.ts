import type { getControls, listOperableDevices } from '@coldkeep/contract/areas/writes'
import type { Answer } from '@coldkeep/contract/call'

export type Controls = Answer<typeof getControls>
export type OperableDevice = Answer<typeof listOperableDevices>['devices'][number]
