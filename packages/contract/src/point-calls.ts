import * as applications from './areas/point-applications'
import * as points from './areas/service-points'

/** The calls of service points, as the table of calls has them. */
export const pointCalls = {
  getPointApplicationForm: applications.getPointApplicationForm,
  applyForPoints: applications.applyForPoints,
  listPointApplications: applications.listPointApplications,
  decidePointApplication: applications.decidePointApplication,
  getPointPrices: applications.getPointPrices,
  savePointPrices: applications.savePointPrices,
  listServicePoints: points.listServicePoints,
  listPointDetails: points.listPointDetails,
  pointDetailCsv: points.pointDetailCsv,
  getPointStatement: points.getPointStatement,
  pointStatementCsv: points.pointStatementCsv,
  pointStatementPdf: points.pointStatementPdf,
  listPointGrants: points.listPointGrants,
  voidPointGrant: points.voidPointGrant,
  correctPointUse: points.correctPointUse,
} as const
