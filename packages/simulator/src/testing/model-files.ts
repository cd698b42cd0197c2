import { readdirSync, readFileSync } from 'node:fs'
import type { DeviceModel } from '@coldkeep/domain/polling/device-model'

const folder = new URL('../../../../device-models/', import.meta.url)

/** The models that come with the product, as the files hold them. */
export function modelFiles(): DeviceModel[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json') && name !== 'schema.json')
    .map((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as DeviceModel)
}
