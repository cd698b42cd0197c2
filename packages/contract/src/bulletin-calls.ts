import * as categories from './areas/bulletin-categories'
import * as files from './areas/bulletin-files'
import * as bulletins from './areas/bulletins'
import * as own from './areas/own-bulletins'

/** The calls of messages to stores, as the table of calls has them. */
export const bulletinCalls = {
  listBulletinCategories: categories.listBulletinCategories,
  addBulletinCategory: categories.addBulletinCategory,
  changeBulletinCategory: categories.changeBulletinCategory,
  removeBulletinCategory: categories.removeBulletinCategory,
  putBulletinFile: files.putBulletinFile,
  fetchBulletinFile: files.fetchBulletinFile,
  listBulletinRecipients: bulletins.listBulletinRecipients,
  countBulletinRecipients: bulletins.countBulletinRecipients,
  previewBulletin: bulletins.previewBulletin,
  sendBulletin: bulletins.sendBulletin,
  listBulletins: bulletins.listBulletins,
  getBulletin: bulletins.getBulletin,
  listBulletinReaders: bulletins.listBulletinReaders,
  remindOfBulletin: bulletins.remindOfBulletin,
  withdrawBulletin: bulletins.withdrawBulletin,
  listOwnBulletins: own.listOwnBulletins,
  openOwnBulletin: own.openOwnBulletin,
  confirmOwnBulletin: own.confirmOwnBulletin,
} as const
