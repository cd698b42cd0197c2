import * as photos from './areas/photos'
import * as upkeepPlans from './areas/upkeep-plans'
import * as upkeepRecords from './areas/upkeep-records'

/** The calls of upkeep and its photos, as the table of calls has them. */
export const upkeepCalls = {
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
} as const
