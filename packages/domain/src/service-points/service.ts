/**
 * The services for which points are granted, by the number that travels, and what each is divided into. 1, 3 and 7 are
 * specified as activation, online repair and the alert service of an engineer (Amber); the others are our choice.
 */
export const services = [
  { id: 1, subservices: ['terminal', 'device'] },
  { id: 2, subservices: ['screen_view'] },
  { id: 3, subservices: ['online_repair'] },
  { id: 4, subservices: ['help_session', 'case_picture'] },
  { id: 5, subservices: ['parameter_file'] },
  { id: 6, subservices: ['firmware_update'] },
  { id: 7, subservices: ['alert_month'] },
  { id: 8, subservices: ['report', 'evidence_pack'] },
  { id: 9, subservices: ['insurance_figures'] },
  { id: 10, subservices: ['data_export', 'data_interface'] },
  { id: 11, subservices: ['training'] },
  { id: 12, subservices: ['other'] },
] as const

export type ServiceId = (typeof services)[number]['id']
export type Subservice = (typeof services)[number]['subservices'][number]

export const serviceIds: readonly ServiceId[] = services.map(({ id }) => id)
export const subservices: readonly Subservice[] = services.flatMap((service) => service.subservices)

/** The service that a part belongs to. */
export function serviceOf(subservice: Subservice): ServiceId {
  const found = services.find((service) =>
    (service.subservices as readonly Subservice[]).includes(subservice),
  )
  if (found === undefined) throw new RangeError(`no service has ${subservice}`)
  return found.id
}

/** Acts of the product that may cost points, and from what these are taken. */
export const paidActs = {
  terminal_claim: 'terminal',
  screen_control: 'online_repair',
  screen_view: 'screen_view',
  help_session: 'help_session',
  alert_month: 'alert_month',
} as const satisfies Readonly<Record<string, Subservice>>
export type PaidAct = keyof typeof paidActs
export const paidActNames = Object.keys(paidActs) as readonly PaidAct[]

/** Points of each act; what is left out is free. */
export type PriceList = Readonly<Partial<Record<PaidAct, number>>>

/** Of one act. */
export const HIGHEST_PRICE = 10_000
/** Of one application. */
export const MOST_APPLIED_POINTS = 1_000_000
/** Numbers of points that are offered; others can be applied for too. */
export const offeredPoints: readonly number[] = [10, 50, 100, 500, 1_000]
