/** What is done to a device besides Edit. */
export type EquipmentAct = 'swap' | 'calibrations' | 'retire' | 'restore'
