import * as helpDesk from './areas/help-desk'

/** The calls of the help desk, as the table of calls has them. */
export const helpDeskCalls = {
  getHelpStore: helpDesk.getHelpStore,
  listHelpSessions: helpDesk.listHelpSessions,
  openHelpSession: helpDesk.openHelpSession,
  getHelpSession: helpDesk.getHelpSession,
  endHelpSession: helpDesk.endHelpSession,
  noteInHelp: helpDesk.noteInHelp,
  orderHelpPicture: helpDesk.orderHelpPicture,
  drawMark: helpDesk.drawMark,
  eraseMark: helpDesk.eraseMark,
  listHelpTips: helpDesk.listHelpTips,
  judgeHelpTip: helpDesk.judgeHelpTip,
  getHelpParameters: helpDesk.getHelpParameters,
  writeHelpParameters: helpDesk.writeHelpParameters,
  saveHelpFile: helpDesk.saveHelpFile,
  listCaseHelp: helpDesk.listCaseHelp,
} as const
