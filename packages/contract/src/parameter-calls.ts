import * as applies from './areas/parameter-applies'
import * as savings from './areas/parameter-savings'
import * as parameters from './areas/parameters'

/** The calls of parameter files and of what devices are set to, as the table of calls has them. */
export const parameterCalls = {
  listParameterKinds: parameters.listParameterKinds,
  readServiceNote: parameters.readServiceNote,
  writeServiceNote: parameters.writeServiceNote,
  listParameterModels: parameters.listParameterModels,
  listModelParameters: parameters.listModelParameters,
  listProfiles: parameters.listProfiles,
  readProfile: parameters.readProfile,
  addProfile: parameters.addProfile,
  changeProfile: parameters.changeProfile,
  removeProfile: parameters.removeProfile,
  readDeviceValues: parameters.readDeviceValues,
  listParameterDevices: parameters.listParameterDevices,
  readParameterDevice: parameters.readParameterDevice,
  readParametersNow: parameters.readParametersNow,
  markDriftSeen: parameters.markDriftSeen,
  planApply: applies.planApply,
  startApply: applies.startApply,
  listApplies: applies.listApplies,
  readApply: applies.readApply,
  decideApply: applies.decideApply,
  steerApply: applies.steerApply,
  undoApply: applies.undoApply,
  readApplyEffect: applies.readApplyEffect,
  listSavings: savings.listSavings,
  listSavingDevices: savings.listSavingDevices,
  acceptSaving: savings.acceptSaving,
}
