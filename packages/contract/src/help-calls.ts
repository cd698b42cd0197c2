import * as help from './areas/help'

/** The calls of questions, answers and what the product says about itself, as the table of calls has them. */
export const helpCalls = {
  getFaq: help.getFaq,
  getAbout: help.getAbout,
  getHelpText: help.getHelpText,
  saveHelpText: help.saveHelpText,
  judgeHelp: help.judgeHelp,
  noteHelpSearch: help.noteHelpSearch,
  listHelpSearches: help.listHelpSearches,
  removeHelpSearch: help.removeHelpSearch,
} as const
