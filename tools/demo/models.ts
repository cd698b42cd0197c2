import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DeviceModel } from '@coldkeep/domain/polling/device-model'
import { places } from './settings'

/** The device models that the project ships. */
export function readModels(): DeviceModel[] {
  return readdirSync(places.models)
    .filter((name) => name.endsWith('.json') && name !== 'schema.json')
    .sort()
    .map((name) => JSON.parse(readFileSync(join(places.models, name), 'utf8')) as DeviceModel)
}
