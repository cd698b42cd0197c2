/** What is done to a device beside Edit. */
export type EquipmentAct = 'swap' | 'calibrations' | 'retire' | 'restore'
