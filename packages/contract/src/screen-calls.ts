import * as screens from './areas/screens'

/** The calls of the screens of stores, as the table of calls has them. */
export const screenCalls = {
  connectScreen: screens.connectScreen,
  getScreenStatus: screens.getScreenStatus,
  fetchScreenPicture: screens.fetchScreenPicture,
  clickScreen: screens.clickScreen,
  typeOnScreen: screens.typeOnScreen,
  endScreen: screens.endScreen,
  lockScreenInput: screens.lockScreenInput,
  takeLiveTicket: screens.takeLiveTicket,
  listScreenSessions: screens.listScreenSessions,
  getScreenRecording: screens.getScreenRecording,
  fetchScreenSegment: screens.fetchScreenSegment,
  fetchScreenRecording: screens.fetchScreenRecording,
  getScreenRule: screens.getScreenRule,
  saveScreenRule: screens.saveScreenRule,
  removeScreenRule: screens.removeScreenRule,
}
