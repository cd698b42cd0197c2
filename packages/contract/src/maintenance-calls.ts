import * as corrections from './areas/corrections'
import * as daySheets from './areas/day-sheets'
import * as handChecks from './areas/hand-checks'
import * as photos from './areas/photos'
import * as repair from './areas/repair'
import * as repairProgress from './areas/repair-progress'
import * as upkeepPlans from './areas/upkeep-plans'
import * as upkeepRecords from './areas/upkeep-records'

/** The calls of upkeep, day sheets, repair, corrective action and photos, as the table of calls has them. */
export const maintenanceCalls = {
  listUpkeepPlans: upkeepPlans.listUpkeepPlans,
  upkeepCalendar: upkeepPlans.upkeepCalendar,
  listUpkeepDevices: upkeepPlans.listUpkeepDevices,
  addUpkeepPlans: upkeepPlans.addUpkeepPlans,
  changeUpkeepPlans: upkeepPlans.changeUpkeepPlans,
  removeUpkeepPlan: upkeepPlans.removeUpkeepPlan,
  listUpkeepRecords: upkeepRecords.listUpkeepRecords,
  completeUpkeep: upkeepRecords.completeUpkeep,
  listCheckPlaces: handChecks.listCheckPlaces,
  addCheckPlaces: handChecks.addCheckPlaces,
  changeCheckPlaces: handChecks.changeCheckPlaces,
  removeCheckPlace: handChecks.removeCheckPlace,
  enterHandCheck: handChecks.enterHandCheck,
  listDaySheets: daySheets.listDaySheets,
  getDaySheet: daySheets.getDaySheet,
  signDaySheet: daySheets.signDaySheet,
  reviewDaySheet: daySheets.reviewDaySheet,
  daySheetsCsv: daySheets.daySheetsCsv,
  daySheetsPdf: daySheets.daySheetsPdf,
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
  repairPdf: repair.repairPdf,
  repairFigures: repair.repairFigures,
  listProgressSteps: repairProgress.listProgressSteps,
  addProgressSteps: repairProgress.addProgressSteps,
  changeProgressSteps: repairProgress.changeProgressSteps,
  removeProgressStep: repairProgress.removeProgressStep,
  inheritProgressSteps: repairProgress.inheritProgressSteps,
  listBreaches: corrections.listBreaches,
  getBreach: corrections.getBreach,
  addCorrectiveAction: corrections.addCorrectiveAction,
  checkCorrectiveAction: corrections.checkCorrectiveAction,
} as const
