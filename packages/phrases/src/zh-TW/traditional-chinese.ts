import { analysis } from './analysis'
import { devices } from './devices'
import { errors } from './errors'
import { home } from './home'
import { kit } from './kit'
import { organisation } from './organisation'
import { session } from './session'
import { shell } from './shell'
import { system } from './system'
import { units } from './units'

export const traditionalChinese = {
  analysis,
  devices,
  errors,
  home,
  kit,
  organisation,
  session,
  shell,
  system,
  units,
}
