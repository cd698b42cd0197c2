/** What is done to a device beside Edit. */
export type EquipmentAct = 'swap' | 'retire' | 'restore'
