import { account } from './account'
import { alarms } from './alarms'
import { amber } from './amber'
import { amberWords } from './amber-words'
import { analysis } from './analysis'
import { apiKeys } from './api-keys'
import { applies } from './applies'
import { audit } from './audit'
import { bulletinWords } from './bulletin-words'
import { bulletins } from './bulletins'
import { cameraWords } from './camera-words'
import { commands } from './commands'
import { corrections } from './corrections'
import { daySheet } from './day-sheet'
import { devices } from './devices'
import { due } from './due'
import { electricity } from './electricity'
import { equipment } from './equipment'
import { errors } from './errors'
import { evidence } from './evidence'
import { fieldHealth } from './field-health'
import { firmware } from './firmware'
import { firmwareJobs } from './firmware-jobs'
import { fridgeLists } from './fridge-lists'
import { handling } from './handling'
import { health } from './health'
import { help } from './help'
import { helpDesk } from './help-desk'
import { helpWords } from './help-words'
import { home } from './home'
import { instructions } from './instructions'
import { kit } from './kit'
import { logDownload } from './log-download'
import { lossRules } from './loss-rules'
import { mail } from './mail'
import { notices } from './notices'
import { operation } from './operation'
import { organisation } from './organisation'
import { overview } from './overview'
import { paper } from './paper'
import { parameters } from './parameters'
import { pointNames } from './point-names'
import { pointWords } from './point-words'
import { protection } from './protection'
import { queue } from './queue'
import { repair } from './repair'
import { reports } from './reports'
import { rights } from './rights'
import { savings } from './savings'
import { screenWords } from './screen-words'
import { screens } from './screens'
import { scripts } from './scripts'
import { servicePoints } from './service-points'
import { session } from './session'
import { settings } from './settings'
import { shell } from './shell'
import { storeSettings } from './store-settings'
import { system } from './system'
import { terminals } from './terminals'
import { units } from './units'
import { upkeep } from './upkeep'
import { warningRules } from './warning-rules'
import { writes } from './writes'

export const japanese = {
  account,
  alarms,
  amber,
  amberWords,
  analysis,
  apiKeys,
  applies,
  audit,
  bulletinWords,
  bulletins,
  commands,
  daySheet,
  devices,
  electricity,
  equipment,
  errors,
  evidence,
  fieldHealth,
  firmware,
  firmwareJobs,
  fridgeLists,
  handling,
  health,
  help,
  home,
  instructions,
  helpDesk,
  helpWords,
  screenWords,
  cameraWords,
  screens,
  scripts,
  kit,
  logDownload,
  lossRules,
  mail,
  notices,
  operation,
  organisation,
  overview,
  paper,
  parameters,
  savings,
  pointNames,
  pointWords,
  servicePoints,
  protection,
  corrections,
  queue,
  repair,
  reports,
  rights,
  session,
  settings,
  shell,
  storeSettings,
  system,
  terminals,
  units,
  upkeep,
  warningRules,
  due,
  writes,
}
