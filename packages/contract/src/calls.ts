import * as analysis from './areas/analysis'
import * as devices from './areas/devices'
import * as home from './areas/home'
import * as organisation from './areas/organisation'
import * as session from './areas/session'
import * as system from './areas/system'

/** The one table of calls: what is here must be bound by the server and can be sent by the console. */
export const calls = {
  getConfig: session.getConfig,
  getPhrases: session.getPhrases,
  signIn: session.signIn,
  renewSignIn: session.renewSignIn,
  signOut: session.signOut,
  departmentMap: organisation.departmentMap,
  listStores: organisation.listStores,
  listVendors: organisation.listVendors,
  searchStores: organisation.searchStores,
  homeScope: home.homeScope,
  homeConnectionRate: home.homeConnectionRate,
  connectionRatePageInfo: analysis.connectionRatePageInfo,
  connectionRate: analysis.connectionRate,
  getDevice: devices.getDevice,
  deviceSeries: devices.deviceSeries,
  searchDevices: devices.searchDevices,
  listTasks: system.listTasks,
} as const
export type CallName = keyof typeof calls
