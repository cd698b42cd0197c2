import * as corrections from './areas/corrections'
import * as photos from './areas/photos'
import * as repair from './areas/repair'
import * as upkeepPlans from './areas/upkeep-plans'
import * as upkeepRecords from './areas/upkeep-records'

/** The calls of upkeep, repair, corrective action and photos, as the table of calls has them. */
export const maintenanceCalls = {
  listUpkeepPlans: upkeepPlans.listUpkeepPlans,
  upkeepCalendar: upkeepPlans.upkeepCalendar,
  listUpkeepDevices: upkeepPlans.listUpkeepDevices,
  addUpkeepPlans: upkeepPlans.addUpkeepPlans,
  changeUpkeepPlans: upkeepPlans.changeUpkeepPlans,
  removeUpkeepPlan: upkeepPlans.removeUpkeepPlan,
  listUpkeepRecords: upkeepRecords.listUpkeepRecords,
  completeUpkeep: upkeepRecords.completeUpkeep,
  getMostPhotos: photos.getMostPhotos,
  putPhoto: photos.putPhoto,
  removePhoto: photos.removePhoto,
  fetchPhoto: photos.fetchPhoto,
  listRepairProgress: repair.listRepairProgress,
  listRepairEngineers: repair.listRepairEngineers,
  listRepairCases: repair.listRepairCases,
  getRepairCase: repair.getRepairCase,
  reportRepair: repair.reportRepair,
  joinRepairAlarms: repair.joinRepairAlarms,
  renewRepair: repair.renewRepair,
  addRepairLabour: repair.addRepairLabour,
  addRepairPart: repair.addRepairPart,
  listBreaches: corrections.listBreaches,
  getBreach: corrections.getBreach,
  addCorrectiveAction: corrections.addCorrectiveAction,
  checkCorrectiveAction: corrections.checkCorrectiveAction,
} as const
