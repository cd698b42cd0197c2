import * as lists from './areas/fridge-lists'

/** The calls of the lists by which fridges are described, as the table of calls has them. */
export const fridgeCalls = {
  listFridgeBrands: lists.listFridgeBrands,
  addFridgeBrand: lists.addFridgeBrand,
  changeFridgeBrand: lists.changeFridgeBrand,
  removeFridgeBrand: lists.removeFridgeBrand,
  listFridgeLocations: lists.listFridgeLocations,
  addFridgeLocation: lists.addFridgeLocation,
  changeFridgeLocation: lists.changeFridgeLocation,
  removeFridgeLocation: lists.removeFridgeLocation,
  listFridgeTypes: lists.listFridgeTypes,
  addFridgeType: lists.addFridgeType,
  changeFridgeType: lists.changeFridgeType,
  removeFridgeType: lists.removeFridgeType,
  countFridgeUse: lists.countFridgeUse,
  findSimilarFridge: lists.findSimilarFridge,
  previewFridgeMerge: lists.previewFridgeMerge,
  mergeFridge: lists.mergeFridge,
  listBrandProposals: lists.listBrandProposals,
  reviewFridgeBrand: lists.reviewFridgeBrand,
} as const
