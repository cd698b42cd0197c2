/** What news says of a case of repair: that it is the reader's now. */
export type RepairNews = 'assigned'
