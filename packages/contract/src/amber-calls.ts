import * as amber from './areas/amber'
import * as onCall from './areas/on-call'

/** Calls about the alert service of engineers, and about who is on call. */
export const amberCalls = {
  listStoreEngineers: amber.listStoreEngineers,
  listServiceRecords: amber.listServiceRecords,
  listAmberStores: amber.listAmberStores,
  changeAlertService: amber.changeAlertService,
  renewAlertService: amber.renewAlertService,
  getOnCallCalendar: onCall.getOnCallCalendar,
  listOnCallPeople: onCall.listOnCallPeople,
  addOnCallShift: onCall.addOnCallShift,
  changeOnCallShift: onCall.changeOnCallShift,
  removeOnCallShift: onCall.removeOnCallShift,
  addOnCallRota: onCall.addOnCallRota,
  handOverOnCall: onCall.handOverOnCall,
} as const
